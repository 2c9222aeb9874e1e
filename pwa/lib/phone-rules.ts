import { ChunkError, loadChunk } from '#pwa/lib/lazy-screen.ts'

const TIME_OUT_MS = 8000

/** A phone number as E.164, Ghanaian without a country code; null if it is not one. */
export type ReadPhone = (text: string) => string | null

/** The rules of phone numbers. If they cannot load, every text passes as it is: the shop checks it again. */
export async function phoneRules(): Promise<ReadPhone> {
  try {
    const { parsePhoneNumberFromString } = await loadChunk(() => import('libphonenumber-js/min'), TIME_OUT_MS)
    return text => {
      const number = parsePhoneNumberFromString(text, 'GH')
      return number?.isValid() ? number.number : null
    }
  } catch (error) {
    if (!(error instanceof ChunkError)) throw error
    return text => text
  }
}
