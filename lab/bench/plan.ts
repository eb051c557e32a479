/** How much is measured. */
export interface Plan {
  readonly warmUpRounds: number;
  readonly warmUpCalls: number;
  readonly sequenceRounds: number;
  readonly sequenceCalls: number;
  readonly burstRounds: number;
  readonly burstCalls: number;
  readonly startRounds: number;
  readonly stepRounds: number;
}

/** For the figures that are kept. */
export const full: Plan = {
  warmUpRounds: 4,
  warmUpCalls: 1_500,
  sequenceRounds: 32,
  sequenceCalls: 75,
  burstRounds: 12,
  burstCalls: 768,
  startRounds: 13,
  stepRounds: 15,
};

/** For a look at what a change did. */
export const quick: Plan = {
  warmUpRounds: 3,
  warmUpCalls: 1_000,
  sequenceRounds: 12,
  sequenceCalls: 75,
  burstRounds: 6,
  burstCalls: 512,
  startRounds: 5,
  stepRounds: 5,
};
