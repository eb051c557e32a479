/** What the service's status keys say about its responses, and which of them to declare. */
import type { StatusMeaning } from "../index.js";
import { asAssumed, differs, type Judged, type KeySighting, PERSON, type Situation } from "./row.js";

interface Explanation {
  /** The meaning to declare for a key of the service's own. */
  readonly meaning: StatusMeaning;
  /** Meanings that say the same, or less. */
  readonly fits: readonly StatusMeaning[];
  /** Situations that may share a key. */
  readonly group: "success" | "invalid" | "unknown" | "path" | "password" | "done" | "released";
  readonly words: string;
}

/** @param alsoFits - Further meanings that say the same, or less. */
function explanation(
  meaning: StatusMeaning,
  group: Explanation["group"],
  words: string,
  ...alsoFits: readonly StatusMeaning[]
): Explanation {
  return { meaning, fits: [meaning, ...alsoFits], group, words };
}

// If a pending capture has the key of a success, it will be unknown. That is safe.
const situations: Readonly<Record<Situation, Explanation>> = {
  succeeded: explanation("success", "success", "a success"),
  pending: explanation("pending", "success", "a capture that is pending", "success"),
  invalid_order: explanation("rejected", "invalid", "an invalid order"),
  unknown_transaction: explanation("rejected", "unknown", "a transaction that does not exist"),
  unknown_path: explanation("merchant", "path", "a path that does not exist"),
  wrong_password: explanation("merchant", "password", "a wrong password"),
  finalized: explanation("already_finalized", "done", "a card that is captured"),
  nothing_left: explanation("amount_exceeded", "done", "an authorization that is used up", "already_finalized"),
  released: explanation("released", "released", "an annulled authorization", "already_finalized", "amount_exceeded"),
};

/** Says what a sighting shows, beside all others. */
export function judgeKey(sighting: KeySighting, all: readonly KeySighting[]): Judged {
  const { httpStatus, statusKey, meaning, isDeclared, figures } = sighting.observed;
  const situation = situations[sighting.situation];
  if (sighting.situation === "pending" && statusKey !== undefined) return judgePending(statusKey, meaning, all);
  if (meaning !== undefined && situation.fits.includes(meaning)) {
    return asAssumed(isDeclared ? `your options declare ${statusKey}` : "");
  }
  if (isDeclared && meaning === "unknown") return asAssumed(`your options declare ${statusKey} as unknown`);
  const isOpen = (httpStatus >= 300 && httpStatus <= 399) || httpStatus === 408 || httpStatus >= 500;
  if (isOpen) return differs(`the failure comes under HTTP ${httpStatus}, so every rejection will be unknown`);
  if (statusKey === undefined) return differs("the failure has no readable status key, so it will be unknown");
  const namesFinalization =
    situation.group !== "success" && (figures.transactionId ?? figures.acquirerId) !== undefined;
  if (namesFinalization) return differs(`${statusKey} carries the id of a finalization, so it will be unknown`);
  if (meaning === undefined) return declaring(statusKey, all);
  return judgeOtherMeaning(statusKey, meaning, situation, meaningFor(statusKey, all));
}

function judgePending(statusKey: string, meaning: StatusMeaning | undefined, all: readonly KeySighting[]): Judged {
  const right = meaning ?? meaningFor(statusKey, all);
  if (right !== "success") return declaring(statusKey, all);
  const why = `${statusKey} comes for a success and for a capture that is pending, which will be unknown`;
  return differs(why, meaning === undefined ? { statusKeys: { [statusKey]: right } } : {});
}

/** @param right - The meaning that it should have; undefined if it came for several reasons. */
function judgeOtherMeaning(
  statusKey: string,
  meaning: StatusMeaning,
  situation: Explanation,
  right: StatusMeaning | undefined,
): Judged {
  const came = `${statusKey} means ${meaning} to the client, and came for ${situation.words}`;
  const isOfCaptured = situation.group === "done" || situation.group === "released";
  const isTrusted = meaning === "rejected" || meaning === "merchant";
  if (isOfCaptured && isTrusted) {
    const why = `${came}: a capture can be recorded as rejected`;
    return { kind: "unsafe", why, set: { statusKeys: { [statusKey]: right ?? "unknown" } } };
  }
  if (isOfCaptured) return differs(`${came}: ${PERSON}`);
  if (!isTrusted) return differs(`${came}: it will be unknown, so a person must look, although nothing was done`);
  const effect = situation.meaning === "merchant" ? "a worker does not stop at it" : "one such request stops a worker";
  if (right !== undefined) return differs(`${came}: ${effect}`, { statusKeys: { [statusKey]: right } });
  return differs(`${came}: ${effect}. Do not set it, because it also comes for another reason`);
}

/** Advises to declare a key that the client does not know, unless it came for more than one reason. */
function declaring(statusKey: string, all: readonly KeySighting[]): Judged {
  const meaning = meaningFor(statusKey, all);
  if (meaning !== undefined) return differs("", { statusKeys: { [statusKey]: meaning } });
  const words = [...new Set(sightingsOf(statusKey, all).map(({ situation }) => situations[situation].words))];
  const note = `${statusKey} came for ${words.join("; for ")}. It may also come after a capture: ask the service what it means.`;
  return { kind: "differs", why: `${statusKey} has several meanings: do not set it`, set: {}, note };
}

/** The meaning of a key that came for one reason only. */
function meaningFor(statusKey: string, all: readonly KeySighting[]): StatusMeaning | undefined {
  const seenAs = sightingsOf(statusKey, all).map(({ situation }) => situations[situation]);
  if (new Set(seenAs.map(({ group }) => group)).size > 1) return undefined;
  return seenAs.map(({ meaning }) => meaning).find((meaning) => seenAs.every(({ fits }) => fits.includes(meaning)));
}

const sightingsOf = (statusKey: string, all: readonly KeySighting[]) =>
  all.filter(({ observed }) => observed.statusKey?.toUpperCase() === statusKey.toUpperCase());
