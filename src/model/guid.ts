const DASHED = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const FORMS = new RegExp(`^(?:${DASHED}|[0-9a-f]{32}|\\{${DASHED}\\})$`, "i");

/** Whether a text is a GUID with or without dashes, or in braces; not all zeros, which the service writes for "none". */
export const isGuid = (text: string) => FORMS.test(text) && /[1-9a-f]/i.test(text);

export const bareGuid = (guid: string) => guid.toLowerCase().replace(/[{}-]/g, "");
