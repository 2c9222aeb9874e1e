import { memo, useId } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { Price } from '#pwa/ui/price.tsx'
import { Swatch } from '#pwa/ui/swatch.tsx'
import { bySizeCode } from '#sync/protocol/size-order.ts'
import type { ReplicaProduct, ReplicaVariation } from '#sync/till/replica/goods.ts'
import { addToCart } from '../counter.ts'
import { replica } from '../till.ts'
import { priceOf } from './choices.ts'
import styles from './grid-row.module.css'
import { pictureOf } from './picture-of.ts'
import { RowPicture } from './row-picture.tsx'
import * as words from './product-words.ts'

const NOTHING = { size: null, colour: null }

/** One product whose sizes and colours are a grid: a touch on its stock adds one piece. For `version` see the row. */
export const GridRow = memo(function GridRow({ product }: { product: ReplicaProduct; version: number }) {
  const variations = replica.variationsOf(product.id)
  const id = useId()
  const [only] = variations
  return (
    <li className={styles.row} aria-labelledby={id}>
      <RowPicture picture={pictureOf(product, null)} />
      <p className={styles.head}>
        <span className={styles.name} id={id}>
          {product.name}
        </span>
        <Price {...priceOf(product, variations, NOTHING)} />
      </p>
      {variations.length === 1 && only ? (
        <Button
          type="button"
          size="till"
          kind="secondary"
          aria-label={words.addOf(product.name)}
          onClick={() => addToCart(product, only)}
        >
          {words.add}
        </Button>
      ) : (
        <Grid product={product} variations={variations} />
      )}
    </li>
  )
})

function Grid({ product, variations }: { product: ReplicaProduct; variations: readonly ReplicaVariation[] }) {
  const sizes = [...new Set(variations.map(({ size_code }) => size_code))].sort(bySizeCode)
  const colours = [...new Set(variations.map(({ colour_code }) => colour_code))]
  return (
    <div className={styles.grid}>
      <table aria-label={words.gridOf(product.name)}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{words.colour}</span>
            </th>
            {sizes.map(size => (
              <th key={size} scope="col" aria-label={replica.sizeName(size)}>
                {size}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {colours.map(colour => (
            <tr key={colour}>
              <th scope="row">
                {colour === null ? (
                  <span className="visually-hidden">{words.noColour}</span>
                ) : (
                  <>
                    <Swatch code={colour} size={18} />
                    <span>{replica.colourName(colour)}</span>
                  </>
                )}
              </th>
              {sizes.map(size => {
                const variation = variations.find(each => each.size_code === size && each.colour_code === colour)
                return <td key={size}>{variation && <Cell product={product} variation={variation} />}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ product, variation }: { product: ReplicaProduct; variation: ReplicaVariation }) {
  const left = replica.shelf(variation.id)
  const { size_code, colour_code } = variation
  const detail = [replica.sizeName(size_code), colour_code && replica.colourName(colour_code)]
  return (
    <button
      type="button"
      className={left > 0 ? '' : styles.out}
      aria-label={words.addPiece([product.name, ...detail].filter(Boolean).join(' '), left)}
      onClick={() => addToCart(product, variation)}
    >
      {left}
    </button>
  )
}
