/** The keys behind a key that a person decides, which the same person wants to be sent. */

import { demand } from "../errors.js";
import type { KnownRecords, OnceRecord } from "../record.js";
import type { OnceByPerson, OnceVersion } from "./decisions.js";
import { moved, noted, reopened } from "./transition.js";

/** Demands that each can be sent by itself, once the key that blocks it is decided. @throws OnceDecisionError */
export function demandBlocked({ others }: KnownRecords, blockedBy: string, sendBlocked: readonly OnceVersion[]): void {
  for (const seen of sendBlocked) {
    const own = others.find(({ key }) => key === seen.key);
    const isBehind = own?.state === "blocked" && own.blockedBy === blockedBy;
    demand(isBehind, `sendBlocked: ${seen.key} is not blocked by ${blockedBy}: leave it out`);
    demand(own.version === seen.version, `sendBlocked: ${seen.key} has changed since this snapshot: take a new one`);
    demand(own.token === undefined, `sendBlocked: ${seen.key} is held by a worker: leave it out`);
    const needsOwn = `sendBlocked: ${seen.key} may be captured, so that it needs a decision of its own: leave it out`;
    demand(!own.mayBeCaptured, needsOwn);
  }
}

/** The blocked key as the person wants it sent: by the sweep, which judges it anew. It stays as it is if it has changed. */
export function sentBlocked({ own, now }: KnownRecords, seen: OnceVersion, { by, why }: OnceByPerson): OnceRecord {
  const record = own as OnceRecord; // nothing is ever deleted
  if (record.version !== seen.version) return record;
  const { blockedBy } = record;
  const marked = reopened(noted(record, { at: now, by, why }), now);
  return moved(marked, "blocked", now, { blockedBy, decidedAt: now, dueAt: now });
}
