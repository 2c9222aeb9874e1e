import { useState } from 'react'
import type { Product, Variation } from '#sync/protocol/shop/catalogue.ts'
import * as words from './product-words.ts'

/** Stock at or below this is mentioned. */
export const FEW = 3

export interface ProductChoice {
  size: string
  /** Null if the product has no colours. */
  colour: string | null
  chooseSize: (code: string) => void
  chooseColour: (code: string) => void
  /** The chosen variation, if it exists; it may be sold out. */
  variation: Variation | null
}

/** The chosen size and colour: at the start the first size, in the colour of the first picture. */
export function useChoice({ sizes, colours, variations, images }: Product): ProductChoice {
  const [size, chooseSize] = useState(sizes[0]?.code ?? '')
  const [colour, chooseColour] = useState(() => colourSeen(images, colours))
  return {
    size,
    colour,
    chooseSize,
    chooseColour,
    variation: variations.find(each => each.size_code === size && each.colour_code === colour) ?? null,
  }
}

/** Lists show the first picture: a shopper who comes from there finds it again. */
const colourSeen = (images: Product['images'], colours: Product['colours']) =>
  (colours.find(({ code }) => code === images[0]?.colour_code) ?? colours[0])?.code ?? null

/** The stock of a size in a colour; 0 if the combination does not exist. */
export const leftOf = ({ variations }: Pick<Product, 'variations'>, size: string, colour: string | null): number =>
  Math.max(
    0,
    variations.find(({ size_code, colour_code }) => size_code === size && colour_code === colour)?.quantity_in_stock ??
      0,
  )

/** Words about the stock of a choice, and alternatives to a sold-out one; null while there is plenty. */
export function stockWords(
  product: Product,
  { size, colour }: Pick<ProductChoice, 'size' | 'colour'>,
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
