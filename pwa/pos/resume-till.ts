import { tillOf } from '#sync/till/proof/enrol.ts'
import { startSending, startTill, till } from './till.ts'

/** Sends and pulls on any page of the back office, if this browser is a till. Never enrols one. */
export async function resumeTill(): Promise<void> {
  if (await tillOf(till)) startTill()
}

/** Sends the signed entries of an enrolled till, on any page and with nobody signed in. */
export async function sendForNobody(): Promise<void> {
  if (await tillOf(till)) startSending()
}
