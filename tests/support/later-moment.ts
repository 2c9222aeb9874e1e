import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves in a later millisecond: what happens next has a later time than what happened before. */
export async function laterMoment(): Promise<void> {
  for (const before = Date.now(); Date.now() <= before + 1;) await sleep(1)
}
