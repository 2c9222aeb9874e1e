/** A machine four times as slow as usual keeps a promise as well. */
const SLOWEST = 4

/** The end of the time in which the shop promises its users something, in ms. */
export const promised = (seconds: number): number => seconds * 1_000 * SLOWEST
