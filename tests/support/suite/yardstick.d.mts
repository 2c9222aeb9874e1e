/** A fixed piece of work, of some 40 ms; the first time it takes longer. */
export function fixedWork(): unknown
/** What the work takes twelve times on a virtual machine of two cores that does nothing else. */
export const USUAL_MS: number
/** What it takes twelve times on this machine at this moment, in ms. */
export function yardstick(): number
