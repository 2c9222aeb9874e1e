import { nullOnNetworkError } from '#sync/till/network.ts'
import { VISITOR_COOKIE } from '#sync/protocol/shop/catalogue.ts'

let told: string[] = []

/**
 * Tells the shop that a product is looked at, once a day; for the day, a UTC day, this browser has a name made by
 * chance.
 */
export function tellOfLook(id: number): void {
  const look = `${new Date().toJSON().slice(0, 10)} ${id}`
  if (told.includes(look)) return
  told = [...told, look]
  haveName()
  void fetch(`/api/products/${id}/views`, { method: 'POST', keepalive: true })
    .then(reply => reply.text())
    .catch(nullOnNetworkError) // read, so that it ends
}

/**
 * Takes the name for the day where there is none. Done before a product is read, since that counts as a look too where
 * there is a session.
 */
export function haveName(): void {
  if (document.cookie.includes(`${VISITOR_COOKIE}=`)) return
  const name = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
    .replace(/\W/g, '-')
    .slice(0, 22)
  document.cookie = `${VISITOR_COOKIE}=${name}; path=/; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}; expires=${new Date(new Date().setUTCHours(24, 0, 0, 0)).toUTCString()}`
}
