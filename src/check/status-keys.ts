/** What the service's status keys say about its responses, and which of them to declare. */
import type { PaymentClientOptions, StatusMeaning } from "../index.js";
import {
  accessHint,
  asAssumed,
  differs,
  type Judged,
  type KeySighting,
  notChecked,
  PERSON,
  type Situation,
} from "./finding.js";

/** The first meaning is that of a new key; the others say the same or less. Situations of one group may share a key. */
const explain = (words: string, group: string, ...fits: readonly StatusMeaning[]) => ({ words, group, fits });

const situations: Readonly<Record<Situation, ReturnType<typeof explain>>> = {
  succeeded: explain("a success", "success", "success"),
  pending: explain("a capture that is pending", "success", "pending", "success"), // with "success" it is unknown: safe
  invalid_order: explain("an invalid order", "invalid", "rejected"),
  unknown_transaction: explain("a transaction that does not exist", "unknown", "rejected"),
  unknown_path: explain("a path that does not exist", "path", "merchant"),
  wrong_password: explain("a wrong password", "password", "merchant"),
  finalized: explain("a card that is captured", "done", "already_finalized"),
  nothing_left: explain("an authorization that is used up", "done", "amount_exceeded", "already_finalized"),
  released: explain("an annulled authorization", "released", "released", "already_finalized", "amount_exceeded"),
  refunded: explain("a refunded authorization", "refunded"),
  valid: explain("a request that should be accepted", "valid"),
};

export function judgeKey(
  { situation, observed }: KeySighting,
  all: readonly KeySighting[],
  declared: PaymentClientOptions["statusKeys"],
): Judged {
  const { httpStatus, statusKey = "", meaning, id } = observed;
  const { fits, group, words } = situations[situation];
  const isKey = (key: string | undefined) => key?.trim().toUpperCase() === statusKey.toUpperCase();
  const seen = all.filter((each) => isKey(each.observed.statusKey));
  const alsoValid = seen.some((each) => each.situation === "valid");
  const needsValid = notChecked(`a first finalization that the service accepts: ${statusKey} rejected one`);
  if (situation === "valid") return asAssumed(); // its row says what it needs
  if (situation === "refunded") return alsoValid ? needsValid : asAssumed();

  const isDeclared = Object.keys(declared ?? {}).some(isKey);
  const right = meaningFor(seen);
  const set = right && { statusKeys: { [statusKey]: right } };
  if (situation === "pending" && (meaning ?? right) === "success") {
    const why = `${statusKey} comes for a success and for a capture that is pending, which will be unknown`;
    return differs(why, meaning === undefined ? set : undefined);
  }
  if (meaning !== undefined && fits.includes(meaning))
    return asAssumed(isDeclared ? `your options declare ${statusKey}` : "");
  if (isDeclared && meaning === "unknown") return asAssumed(`your options declare ${statusKey} as unknown`);
  const isOpen = (httpStatus >= 300 && httpStatus <= 399) || httpStatus === 408 || httpStatus >= 500;
  if (isOpen) return differs(`the failure comes under HTTP ${httpStatus}, so every rejection will be unknown`);
  if (statusKey === "") return differs("the failure has no readable status key, so it will be unknown");
  if (group !== "success" && id !== undefined)
    return differs(`${statusKey} carries the id of a finalization, so it will be unknown`);
  if (meaning === undefined && set === undefined) {
    const came = [...new Set(seen.map((each) => situations[each.situation].words))].join("; for ");
    return differs(`${statusKey} came for ${came}: do not set it before you have asked the service what it means`);
  }
  if (meaning === undefined)
    return differs(group === "password" || group === "path" ? "" : accessHint(httpStatus), set);
  if (situation === "released" && alsoValid) return needsValid;

  const came = `${statusKey} means ${meaning} to the client, and came for ${words}`;
  const isTrusted = meaning === "rejected" || meaning === "merchant";
  const isUsed = group === "done" || group === "released";
  const unknown = isUsed ? PERSON : "it will be unknown, so a person must look, although nothing was done";
  if (!isTrusted) return differs(`${came}: ${unknown}`);
  const why = `${came}: a capture can be recorded as rejected`;
  if (isUsed) return { kind: "unsafe", why, statusKeys: { [statusKey]: right ?? "unknown" } };
  const effect = fits[0] === "merchant" ? "a worker does not stop at it" : "one such request stops a worker";
  return differs(`${came}: ${effect}${set ? "" : ". Do not set it, because it also comes for another reason"}`, set);
}

/** The meaning of a key that came for one reason only. A refund shows none. */
function meaningFor(seen: readonly KeySighting[]): StatusMeaning | undefined {
  const reasons = seen.flatMap(({ situation: each }) => (each === "refunded" ? [] : situations[each]));
  if (new Set(reasons.map(({ group }) => group)).size > 1) return undefined;
  return reasons
    .flatMap(({ fits }) => fits.slice(0, 1))
    .find((each) => reasons.every(({ fits }) => fits.includes(each)));
}
