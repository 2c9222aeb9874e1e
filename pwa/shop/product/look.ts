import { nullOnNetworkError } from '#sync/till/network.ts'
import { VISITOR_COOKIE } from '#sync/protocol/shop/catalogue.ts'

let told: string[] = []

/** Counts a product view, once a day; this browser has a random id for the UTC day. */
export function tellOfLook(id: number): void {
  const look = `${new Date().toJSON().slice(0, 10)} ${id}`
  if (told.includes(look)) return
  told = [...told, look]
  haveName()
  void fetch(`/api/products/${id}/views`, { method: 'POST', keepalive: true })
    .then(reply => reply.text())
    .catch(nullOnNetworkError) // read to the end, so that the request completes
}

/**
 * Sets the id of the day if it is missing. Runs before a product is read, because with a session that read counts as a
 * view too.
 */
export function haveName(): void {
  if (document.cookie.includes(`${VISITOR_COOKIE}=`)) return
  const name = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
    .replace(/\W/g, '-')
    .slice(0, 22)
  document.cookie = `${VISITOR_COOKIE}=${name}; path=/; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}; expires=${new Date(new Date().setUTCHours(24, 0, 0, 0)).toUTCString()}`
}
