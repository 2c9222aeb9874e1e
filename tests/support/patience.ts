import { USUAL_MS, yardstick } from '#tests/support/suite/yardstick.mjs'

/** How many times as long everything may take. A file that was late is repeated with twice the time. */
const TIMES = Number(process.env.TEST_PATIENCE ?? 1)
/** A run that hangs ends all the same. */
const MOST_SLOWNESS = 8

/** How many times as long as usual this machine takes; measured at the start of a run, and before each e2e file. */
let slowness = Number(process.env.MACHINE_SLOWNESS ?? 1)

/** A time limit of a test, a hook or a wait, in whole ms. Each that a slow machine can reach comes through here. */
export const patience = (ms: number): number => Math.ceil(ms * TIMES * slowness)

/** How many times as long as usual a fixed piece of work takes right now: 1 to 8. Takes half a second itself. */
export const slownessNow = (): number => Math.min(MOST_SLOWNESS, Math.max(1, yardstick() / USUAL_MS))

/** Lets limits grow with how slow this machine is right now. They never shrink below those of the run's start. */
export function growPatient(): void {
  slowness = Math.max(slowness, slownessNow())
}
