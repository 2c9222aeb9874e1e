import type { ChainHead } from '#sync/protocol/signed.ts'

/** A copy outside IndexedDB, so that a till whose database was emptied remains the same till. */
export interface Mirrored {
  device_id: string
  last_number: number
  last_seq: number
  head?: ChainHead & { key_id: string }
}

export interface Mirror {
  read: () => Mirrored | null
  /** Best effort: a mirror that cannot be written never stops a sale. */
  write: (mirrored: Mirrored) => void
}

const KEY = 'till'

/** The mirror of a page, in localStorage. */
export const storedMirror = (storage: Storage = localStorage): Mirror => ({
  read: () => parse(storage.getItem(KEY)),
  write: ({ device_id, last_number, last_seq, head }) => {
    try {
      storage.setItem(KEY, JSON.stringify({ device_id, last_number, last_seq, head }))
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) throw error
    }
  },
})

function parse(text: string | null): Mirrored | null {
  if (text === null) return null
  try {
    const { device_id, last_number, last_seq, head } = JSON.parse(text) as Partial<Mirrored>
    return typeof device_id === 'string' && Number.isInteger(last_number) && Number.isInteger(last_seq)
      ? { device_id, last_number: last_number!, last_seq: last_seq!, ...(head && { head }) }
      : null
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null
    throw error
  }
}
