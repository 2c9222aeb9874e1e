import { tillOf } from '#sync/till/enrol.ts'
import { startTill, till } from './till.ts'

/** Sends and fetches on any page of the back office, where this browser is a till already; what is none does not become one by this. */
export async function resumeTill(): Promise<void> {
  if (await tillOf(till)) startTill()
}
