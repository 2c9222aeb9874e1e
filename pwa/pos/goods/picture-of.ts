import { pictureLink } from '#sync/protocol/shop/pictures.ts'
import type { ReplicaProduct } from '#sync/till/replica/goods.ts'

/** The link to the picture of a product in this colour, else of all colours, else its first; null without pictures. */
export function pictureOf({ picture, colour_pictures }: ReplicaProduct, colour: string | null): string | null {
  if (!colour_pictures || colour === null) return picture
  const names = JSON.parse(colour_pictures) as Record<string, string | undefined>
  const name = names[colour] ?? names['']
  return name ? pictureLink(name) : picture
}
