import { cutTo } from '#pwa/browser/cut-to.ts'
import { safeRedirect } from '#pwa/session/redirect.ts'
import { LONGEST_SEARCH } from '#sync/protocol/page.ts'

/** The page of the shop for shared content. Apps put an address into the text as often as into `url`. */
export function placeShared(query: URLSearchParams, origin: string): string {
  const texts = ['url', 'text', 'title'].map(name => query.get(name)?.trim() ?? '')
  const own = texts
    .flatMap(text => text.match(/https?:\/\/\S+/g) ?? [])
    .find(address => address.startsWith(`${origin}/`))
  if (own) return safeRedirect(own.slice(origin.length), origin)
  const words = texts
    .slice(1)
    .map(text =>
      text
        .replaceAll(/https?:\/\/\S+/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .find(Boolean)
  return words ? `/shop?search=${encodeURIComponent(cutTo(words, LONGEST_SEARCH))}` : '/shop'
}
