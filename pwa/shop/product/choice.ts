import { useState } from 'react'
import type { Product, Variation } from '#sync/protocol/shop/catalogue.ts'
import * as words from './product-words.ts'

/** So few pieces are worth a word. */
export const FEW = 3

export interface Choice {
  size: string
  /** Null where the product has no colours. */
  colour: string | null
  chooseSize: (code: string) => void
  chooseColour: (code: string) => void
  /** What was chosen, if the shop has ever had it; it may be sold out. */
  variation: Variation | null
}

/** The size and colour that somebody looks at: the first of each until they choose. */
export function useChoice({ sizes, colours, variations }: Product): Choice {
  const [size, chooseSize] = useState(sizes[0]?.code ?? '')
  const [colour, chooseColour] = useState(colours[0]?.code ?? null)
  return {
    size,
    colour,
    chooseSize,
    chooseColour,
    variation: variations.find(each => each.size_code === size && each.colour_code === colour) ?? null,
  }
}

/** How many are left of a size in a colour; a combination that never was has none. */
export const leftOf = ({ variations }: Pick<Product, 'variations'>, size: string, colour: string | null): number =>
  Math.max(
    0,
    variations.find(({ size_code, colour_code }) => size_code === size && colour_code === colour)?.quantity_in_stock ??
      0,
  )

/** What to say of a choice, and what is left instead of one that is sold out; null while there is plenty. */
export function stockWords(
  product: Product,
  { size, colour }: Pick<Choice, 'size' | 'colour'>,
): { kind: 'few' | 'gone'; words: string } | null {
  const left = leftOf(product, size, colour)
  if (left > FEW) return null
  if (left > 0) return { kind: 'few', words: words.onlyLeft(left) }
  const nameOfSize = product.sizes.find(({ code }) => code === size)?.name ?? size
  const nameOfColour = product.colours.find(({ code }) => code === colour)?.name
  const sizes = product.sizes.filter(({ code }) => leftOf(product, code, colour) > 0).map(({ name }) => name)
  const colours = product.colours.filter(({ code }) => leftOf(product, size, code) > 0).map(({ name }) => name)
  return {
    kind: 'gone',
    words: [
      words.soldOutIn(nameOfSize, nameOfColour),
      sizes.length > 0 && words.leftInSizes(sizes, nameOfColour),
      colours.length > 0 && words.leftInColours(colours, nameOfSize),
      sizes.length + colours.length === 0 && (product.in_stock ? words.othersLeft : words.nothingLeft),
    ]
      .filter(Boolean)
      .join(' '),
  }
}
