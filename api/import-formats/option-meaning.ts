import { keyOf } from '#api/import-formats/slug.ts'
import type { OptionMeaning } from '#sync/protocol/staff/import.ts'

/** In the spelling of `keyOf`. */
const SIZE = new Set(
  'size sizes taille tailles pointure große großen groesse talla tallas tamano tamanho taglia maat'.split(' '),
)
const COLOUR = new Set('colour colours color colors couleur couleurs farbe farben colore colori cor kleur'.split(' '))

/** What an option is by its name: a size or a colour only if it is called so. */
export function calledSo(name: string): OptionMeaning {
  const words = keyOf(name).split(/[^\p{L}]+/u)
  if (words.some(word => COLOUR.has(word))) return 'colour'
  return words.some(word => SIZE.has(word)) ? 'size' : 'apart'
}
