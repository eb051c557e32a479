/**
 * The merchant's books against the service's, line by line. It knows nothing of how either was kept, shares no code with
 * them, and counts in whole units of a ten-thousandth.
 */

/** What was to be captured. */
export interface Due {
  readonly id: string;
  readonly authorization: string;
  readonly amount: string;
  readonly currency: string;
}

/** What the merchant holds to be true in the end. Anything but these says that the merchant does not know. */
export interface Belief {
  readonly id: string;
  readonly belief: "captured" | "pending" | "not captured" | "does not know";
  /** The service's id of the capture, where it told. */
  readonly capture?: string | undefined;
}

/** A capture in the service's books. */
export interface Booking {
  readonly capture: string;
  readonly authorization: string;
  readonly amount: string;
  readonly pending: boolean;
}

/** A request for a capture that reached the service; once, whatever a network made of it. */
export interface Received {
  readonly authorization: string;
  readonly amount: string;
}

export interface Books {
  readonly due: readonly Due[];
  readonly merchant: readonly Belief[];
  readonly service: readonly Booking[];
  readonly received: readonly Received[];
}

/** What can be wrong; each must be found nowhere. */
export const wrongs = [
  "captured twice",
  "sent twice",
  "lost: nobody knows",
  "captured for the merchant alone",
  "captured for the service alone",
  "pending taken for money",
  "sum of a currency differs",
] as const;

export interface Finding {
  readonly wrong: (typeof wrongs)[number];
  readonly what: string;
}

export function compare({ due, merchant, service, received }: Books): Finding[] {
  const keys = new Set(due.map(keyOf));
  const bookings = Map.groupBy(service, keyOf);
  const requests = Map.groupBy(received, keyOf);
  const beliefs = Map.groupBy(merchant, ({ id }) => id);
  const strangers = service.filter((booking) => !keys.has(keyOf(booking)));
  return [
    ...due.flatMap((each) => {
      const booked = bookings.get(keyOf(each)) ?? [];
      const wrong = [
        booked.length > 1 && "captured twice",
        (requests.get(keyOf(each)) ?? []).length > 1 && "sent twice",
        disagreement(beliefs.get(each.id) ?? [], booked),
      ] as const;
      const what = `${each.id}, ${each.amount} ${each.currency}, authorization ${each.authorization}`;
      return wrong.filter((found) => found !== false).map((found): Finding => ({ wrong: found, what }));
    }),
    ...strangers.map(({ capture, amount, authorization }): Finding => {
      const what = `nothing of ${amount} was due on authorization ${authorization}, capture ${capture}`;
      return { wrong: "captured for the service alone", what };
    }),
    ...differingSums(due, beliefs, service),
  ];
}

function disagreement(beliefs: readonly Belief[], booked: readonly Booking[]): Finding["wrong"] | false {
  const [held, another] = beliefs;
  if (held === undefined || another !== undefined || held.belief === "does not know") return "lost: nobody knows";
  const [made] = booked;
  if (held.belief === "not captured") return made !== undefined && "captured for the service alone";
  const isOther = held.capture !== undefined && booked.every(({ capture }) => capture !== held.capture);
  if (made === undefined || isOther) return "captured for the merchant alone";
  if (held.belief === "captured") return made.pending && "pending taken for money";
  return !made.pending && "captured for the service alone";
}

/** Per currency, without a look at single captures: what both sides hold to have moved. */
function differingSums(
  due: readonly Due[],
  beliefs: ReadonlyMap<string, readonly Belief[]>,
  service: readonly Booking[],
): Finding[] {
  const currencies = Map.groupBy(due, ({ currency }) => currency);
  return [...currencies].flatMap(([currency, dues]): Finding[] => {
    const authorizations = new Set(dues.map(({ authorization }) => authorization));
    const isCaptured = ({ id }: Due) => beliefs.get(id)?.some(({ belief }) => belief === "captured") ?? false;
    const ours = sum(dues.filter(isCaptured));
    const theirs = sum(service.filter((each) => !each.pending && authorizations.has(each.authorization)));
    if (ours === theirs) return [];
    const what = `${currency}: the merchant has ${ours}, the service ${theirs}, in ten-thousandths`;
    return [{ wrong: "sum of a currency differs", what }];
  });
}

function sum(amounts: readonly { readonly amount: string }[]): bigint {
  return amounts.reduce((total, { amount }) => total + tenThousandths(amount), 0n);
}

/** The same for the same amount on the same authorization, however many zeros it was written with. */
function keyOf({ authorization, amount }: Received): string {
  return `${authorization} ${tenThousandths(amount)}`;
}

function tenThousandths(amount: string): bigint {
  const [, whole = "", decimals = ""] = /^(\d+)(?:\.(\d{1,4}))?$/.exec(amount) ?? [];
  if (whole === "") throw new Error(`"${amount}" is no amount.`);
  return BigInt(whole + decimals.padEnd(4, "0"));
}
