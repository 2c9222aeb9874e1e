/** How often a property is tried: all times with `npm run test:faults`, a third of them otherwise. */
export const tries = (full: number): number => (process.env.FAULTS === 'full' ? full : Math.ceil(full / 3))
