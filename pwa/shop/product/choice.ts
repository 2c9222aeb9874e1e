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

/** The chosen size and colour; at the start those of `firstChoice`. */
export function useChoice(product: Product): ProductChoice {
  const [first] = useState(() => firstChoice(product))
  const [size, chooseSize] = useState(first.size)
  const [colour, chooseColour] = useState(first.colour)
  return {
    size,
    colour,
    chooseSize,
    chooseColour,
    variation:
      product.variations.find(({ size_code, colour_code }) => size_code === size && colour_code === colour) ?? null,
  }
}

/**
 * The choice at the start: the first size in stock in the colour of the first picture, or else in the next colour that
 * has one; where nothing is in stock the first of each. Lists show the first picture: a shopper who comes from there
 * finds it again.
 */
export function firstChoice(
  product: Pick<Product, 'sizes' | 'colours' | 'variations' | 'images'>,
): Pick<ProductChoice, 'size' | 'colour'> {
  const { sizes, colours, images } = product
  const seen = colours.find(({ code }) => code === images[0]?.colour_code) ?? colours[0]
  const choices = [seen, ...colours.filter(each => each !== seen)].flatMap(colour =>
    sizes.map(({ code }) => ({ size: code, colour: colour?.code ?? null })),
  )
  return (
    choices.find(({ size, colour }) => leftOf(product, size, colour) > 0) ??
    choices[0] ?? { size: '', colour: seen?.code ?? null }
  )
}

/** The stock of a size in a colour; 0 if the combination does not exist. */
export const leftOf = ({ variations }: Pick<Product, 'variations'>, size: string, colour: string | null): number =>
  Math.max(
    0,
    variations.find(({ size_code, colour_code }) => size_code === size && colour_code === colour)?.quantity_in_stock ??
      0,
  )

/** The names of the sizes that are out of stock in a colour beside one that is chosen and in stock; empty otherwise. */
export function goneSizes(product: Product, { size, colour }: Pick<ProductChoice, 'size' | 'colour'>): string[] {
  if (leftOf(product, size, colour) === 0) return []
  return product.sizes.filter(({ code }) => leftOf(product, code, colour) === 0).map(({ name }) => name)
}

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
