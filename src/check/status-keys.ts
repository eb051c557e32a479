/** What the status keys of failures say about the service's own keys, and which of them to declare. */
import type { StatusMeaning } from "../index.js";
import type { Observation } from "./observation.js";
import { asAssumed, differs, type Finding, type Judged, PERSON } from "./row.js";

interface Situation {
  /** The meaning to declare for a key of the service's own. */
  readonly meaning: StatusMeaning;
  /** Meanings that say the same, or less. */
  readonly fits: readonly StatusMeaning[];
  /** Situations that may share a key. */
  readonly group: string;
  readonly words: string;
}

/** Why the service rejected a request. */
const situations = {
  invalid_order: { meaning: "rejected", fits: ["rejected"], group: "invalid", words: "an invalid order" },
  unknown_transaction: {
    meaning: "rejected",
    fits: ["rejected"],
    group: "unknown",
    words: "a transaction that does not exist",
  },
  unknown_path: { meaning: "merchant", fits: ["merchant"], group: "path", words: "a path that does not exist" },
  wrong_password: { meaning: "merchant", fits: ["merchant"], group: "password", words: "a wrong password" },
  finalized: {
    meaning: "already_finalized",
    fits: ["already_finalized"],
    group: "done",
    words: "a card that is captured",
  },
  nothing_left: {
    meaning: "amount_exceeded",
    fits: ["already_finalized", "amount_exceeded"],
    group: "done",
    words: "an authorization of which nothing is left",
  },
  released: {
    meaning: "released",
    fits: ["released", "already_finalized", "amount_exceeded"],
    group: "released",
    words: "an authorization that was annulled",
  },
} as const satisfies Record<string, Situation>;

export type SituationName = keyof typeof situations;

/** A failure that the service explained with a status key, or should have. */
export interface KeySighting {
  readonly situation: SituationName;
  readonly httpStatus: number;
  readonly statusKey: string | undefined;
  /** What the failure means to the client now; undefined if it knows no meaning, or none counts. */
  readonly meaning: StatusMeaning | undefined;
  /** Whether the merchant's options declare the key. */
  readonly isDeclared: boolean;
  /** Whether it has the id of a finalization, so that the client takes its meaning away. */
  readonly namesFinalization: boolean;
}

/** Notes the key of a failure. */
export function keyOf(observed: Observation, situation: SituationName): Finding {
  const { httpStatus, statusKey, meaning, isDeclared, figures } = observed;
  const namesFinalization = figures.transactionId !== undefined || figures.acquirerId !== undefined;
  return { kind: "key", sighting: { situation, httpStatus, statusKey, meaning, isDeclared, namesFinalization } };
}

const isOfCaptured = ({ group }: Situation) => group === "done" || group === "released";

/** Says what a sighting shows, beside all others. */
export function judgeKey(sighting: KeySighting, all: readonly KeySighting[]): Judged {
  const { httpStatus, statusKey, meaning, isDeclared, namesFinalization } = sighting;
  const situation: Situation = situations[sighting.situation];
  if (meaning !== undefined && situation.fits.includes(meaning)) {
    return asAssumed(isDeclared ? `your options declare ${statusKey}` : undefined);
  }
  if (isDeclared && meaning === "unknown") return asAssumed(`your options declare ${statusKey} as unknown`);
  const isOpen = (httpStatus >= 300 && httpStatus <= 399) || httpStatus === 408 || httpStatus >= 500;
  if (isOpen) return differs(`the failure comes under HTTP ${httpStatus}, so every rejection will be unknown`);
  if (statusKey === undefined) return differs("the failure has no readable status key, so it will be unknown");
  if (namesFinalization) return differs(`${statusKey} carries the id of a finalization, so it will be unknown`);
  if (meaning === undefined) return declaring(statusKey, all);
  const came = `${statusKey} means ${meaning} to the client, and came for ${situation.words}`;
  const isTrusted = meaning === "rejected" || meaning === "merchant";
  const right = meaningFor(statusKey, all);
  if (isOfCaptured(situation)) {
    if (!isTrusted) return differs(`${came}: ${PERSON}`);
    return { kind: "unsafe", why: came, set: { statusKeys: { [statusKey]: right ?? "unknown" } } };
  }
  if (!isTrusted) return differs(`${came}: it will be unknown, although nothing was done`);
  return differs(came, right && { statusKeys: { [statusKey]: right } });
}

/** Advises to declare a key that the client does not know, unless it came for more than one reason. */
function declaring(statusKey: string, all: readonly KeySighting[]): Judged {
  const meaning = meaningFor(statusKey, all);
  if (meaning !== undefined) return differs("", { statusKeys: { [statusKey]: meaning } });
  const words = [...new Set(sightingsOf(statusKey, all).map(({ situation }) => situations[situation].words))];
  return differs(`${statusKey} came for ${words.join(" and for ")}: do not declare it, ask the service what it means`);
}

/** The meaning of a key that came for one reason only. */
function meaningFor(statusKey: string, all: readonly KeySighting[]): StatusMeaning | undefined {
  const seenAs: readonly Situation[] = sightingsOf(statusKey, all).map(({ situation }) => situations[situation]);
  if (new Set(seenAs.map(({ group }) => group)).size > 1) return undefined;
  return seenAs.map(({ meaning }) => meaning).find((meaning) => seenAs.every(({ fits }) => fits.includes(meaning)));
}

const sightingsOf = (statusKey: string, all: readonly KeySighting[]) =>
  all.filter((each) => each.statusKey?.toUpperCase() === statusKey.toUpperCase());
