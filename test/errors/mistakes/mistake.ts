/** A mistake in words, the code that makes it, and the whole message that its author reads. */
export type Mistake = readonly [mistake: string, make: () => unknown, message: string];
