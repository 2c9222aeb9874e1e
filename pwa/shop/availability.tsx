import { useState } from 'react'
import { Swatch } from '#pwa/ui/swatch.tsx'
import type { Product } from '#sync/protocol/catalogue.ts'
import styles from './product-page.module.css'

const FEW = 3

/** Which sizes there are in which colour, and how many of them. */
export function Availability({ product: { colours, sizes, variations } }: { product: Product }) {
  const [colour, choose] = useState(colours[0]?.code ?? null)
  const left = (size: string) => variations
    .filter(variation => variation.size_code === size && (colours.length === 0 || variation.colour_code === colour))
    .reduce((sum, { quantity_in_stock }) => sum + Math.max(0, quantity_in_stock), 0)
  return (
    <>
      {colours.length > 0 && (
        <fieldset className={styles.choice}>
          <legend>Colour: {colours.find(({ code }) => code === colour)?.name}</legend>
          <div className={styles.options}>
            {colours.map(({ code, name }) => (
              <label key={code} className={styles.option}>
                <input type="radio" name="colour" checked={code === colour} onChange={() => choose(code)} />
                <Swatch code={code} size={20} />{name}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <section className={styles.choice} aria-label="Sizes">
        <h2 className={styles.label}>Sizes in the shop</h2>
        <ul className={`bare ${styles.options}`}>
          {sizes.map(({ code, name }) => <SizeLeft key={code} name={name} left={left(code)} />)}
        </ul>
      </section>
    </>
  )
}

const SizeLeft = ({ name, left }: { name: string; left: number }) => left === 0
  ? <li className={`${styles.option} ${styles.size} ${styles.gone}`}><s>{name}</s><small>Sold out</small></li>
  : <li className={`${styles.option} ${styles.size}`}>{name}<small className={left <= FEW ? styles.low : ''}>{left <= FEW ? `Only ${left} left` : 'In stock'}</small></li>
