/** A GUID with dashes, of any version and in any case, and not the all-zero one, which the service means by "none". */
export const GUID = /^(?!0{8}-(?:0{4}-){3}0{12}$)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
