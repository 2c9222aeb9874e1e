/** How many times as long everything may take. A file that was late is repeated with twice the time. */
const TIMES = Number(process.env.TEST_PATIENCE ?? 1)

/** A time limit of a test, a hook or a wait, in ms. Every limit that a slow machine can reach comes through here. */
export const patience = (ms: number): number => ms * TIMES
