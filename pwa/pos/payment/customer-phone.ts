import { phoneRules, type ReadPhone } from '#pwa/lib/phone-rules.ts'

let read: ReadPhone = text => text

/** Gets the rules of phone numbers while the payment is filled in: a checkout never waits for them. */
export async function loadPhoneRules(): Promise<void> {
  read = await phoneRules()
}

/** A customer’s phone as E.164: empty if none was typed, null if the text is not one. As typed while the rules load. */
export const readPhone: ReadPhone = typed => (typed.trim() === '' ? '' : read(typed.trim()))
