import { tillOf } from '#sync/till/proof/enrol.ts'
import { startSending, startTill, till } from './till.ts'

/**
 * Sends and fetches on any page of the back office, where this browser is a till already; what is none does not become
 * one by this.
 */
export async function resumeTill(): Promise<void> {
  if (await tillOf(till)) startTill()
}

/** Sends what an enrolled till has signed, on any page and with nobody signed in. */
export async function sendForNobody(): Promise<void> {
  if (await tillOf(till)) startSending()
}
