import type { Assumption, PaymentClientOptions, PaymentMethod, StatusMeaning } from "../index.js";

/** What a row advises to set. */
export interface Setting {
  readonly statusKeys?: Readonly<Record<string, StatusMeaning>>;
  readonly waive?: Assumption;
  readonly extraFields?: readonly string[];
  /** What `sendAgain` must not list: a payment method, or all. */
  readonly notSentAgain?: PaymentMethod | "all";
  /** `lookUp` must not be used. */
  readonly noLookUp?: true;
}

/** What the merchant's options say already. */
export type Given = Pick<PaymentClientOptions, "statusKeys" | "waive" | "extraFields"> & {
  readonly sendAgain: readonly PaymentMethod[];
  readonly hasLookUp: boolean;
};

/** Whether the merchant's options leave out what a setting forbids to send again. */
export function isLeftOut({ notSentAgain }: Setting, { sendAgain }: Given): boolean {
  if (notSentAgain === undefined) return false;
  return notSentAgain === "all" ? sendAgain.length === 0 : !sendAgain.includes(notSentAgain);
}

/** Writes the fields of `PaymentClientOptions` to replace, each whole; none where nothing is to be set. */
export function fieldsToSet(settings: readonly Setting[], given: Given): readonly string[] {
  const statusKeys = Object.assign({}, ...settings.map((each) => each.statusKeys));
  const hasKeys = Object.keys(statusKeys).length > 0;
  const listToSet = (name: "waive" | "extraFields") => {
    const added = settings.flatMap((each) => each[name] ?? []);
    return added.length > 0 ? [`${name}: ${list([...(given[name] ?? []), ...added])}`] : [];
  };
  return [
    ...(hasKeys ? [`statusKeys: ${record({ ...given.statusKeys, ...statusKeys })}`] : []),
    ...listToSet("waive"),
    ...listToSet("extraFields"),
    ...resolveToSet(settings, given),
  ];
}

function resolveToSet(settings: readonly Setting[], given: Given): readonly string[] {
  const isWithoutLookUp = settings.some(({ noLookUp }) => noLookUp);
  const toLeaveOut = settings.filter((each) => each.notSentAgain !== undefined && !isLeftOut(each, given));
  if (toLeaveOut.length === 0 && !isWithoutLookUp) return [];
  const forbidden = toLeaveOut.map(({ notSentAgain }) => notSentAgain);
  const sendAgain = given.sendAgain.filter((method) => !forbidden.includes("all") && !forbidden.includes(method));
  return [resolveField(sendAgain, given.hasLookUp && !isWithoutLookUp)];
}

/** Writes the whole option. */
export const resolveField = (sendAgain: readonly PaymentMethod[], hasLookUp: boolean) =>
  `resolve: { sendAgain: ${list(sendAgain)}${hasLookUp ? ", lookUp" : ""} }`;

const list = (texts: readonly string[]) => `[${[...new Set(texts)].map((text) => JSON.stringify(text)).join(", ")}]`;

function record(texts: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(texts).map(([key, text]) => `${property(key)}: ${JSON.stringify(text)}`);
  return `{ ${pairs.join(", ")} }`;
}

const property = (key: string) => (/^[A-Za-z]\w*$/.test(key) ? key : JSON.stringify(key));
