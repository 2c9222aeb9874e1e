import { ApiError } from '#pwa/lib/api-error.ts'
import { api } from '#pwa/lib/api.ts'

const KEPT = 'cards-to-free'

/**
 * Sales that were not finished with their gift card. Kept until the shop has given the card back; without that, a hold
 * ends by itself.
 */
export const cardsToFree = {
  /** Tells the shop, now or when it can be reached. */
  free(sale_id: string): void {
    write([...read().filter(id => id !== sale_id), sale_id])
    void freeAll()
  },
  /** The sale takes a card after all. */
  keep(sale_id: string): void {
    if (read().includes(sale_id)) write(read().filter(id => id !== sale_id))
  },
}

/** Tells the shop about all of them. Safe to repeat. */
export async function freeAll(): Promise<void> {
  for (const sale_id of read()) {
    try {
      await api('POST /api/staff/till-holds/release', { body: { sale_id } })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 422) return
    }
    cardsToFree.keep(sale_id)
  }
}

function read(): string[] {
  const ids: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]')
  return Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : []
}

const write = (ids: readonly string[]): void =>
  ids.length > 0 ? localStorage.setItem(KEPT, JSON.stringify(ids)) : localStorage.removeItem(KEPT)
