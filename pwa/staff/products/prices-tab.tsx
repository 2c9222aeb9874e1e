import { useRef, useState } from 'react'
import { api } from '#pwa/lib/api.ts'
import { fieldErrorsOf, presentIn } from '#pwa/lib/api-error.ts'
import { useFirstError } from '#pwa/forms/use-first-error.ts'
import { useSubmit } from '#pwa/forms/use-submit.ts'
import { useUnsavedState } from '#pwa/forms/use-unsaved-state.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { LeaveDialog } from '#pwa/ui/leave-dialog.tsx'
import { Price } from '#pwa/ui/price.tsx'
import { Swatch } from '#pwa/ui/swatch.tsx'
import type { StaffProduct, StaffVariation } from '#sync/protocol/shop/catalogue.ts'
import { formatAmount } from '#sync/protocol/money.ts'
import { numberTyped } from '#sync/protocol/typed-number.ts'
import styles from './prices-tab.module.css'
import { rereadProducts } from './reread-products.ts'
import * as words from './product-words.ts'

const MEMBERS = ['retail_price', 'discount', 'weight'] as const
type Member = (typeof MEMBERS)[number]
/** What is typed and differs from what was read, by variation and member; empty takes the product's. */
type Typed = Record<number, Partial<Record<Member, string>>>
/** What the shop said of a variation, and what was typed for it then. */
interface Refused {
  id: number
  fields: Record<string, string[]>
  sent: Typed[number]
}

const NONE = {}

/** What each variant of a product costs, where it is not what the product costs, and its weight. */
export function PricesTab({ product }: { product: StaffProduct }) {
  const [typed, type] = useState<Typed>({})
  const [refused, refuse] = useState<Refused | null>(null)
  const changed = product.variations.filter(variation => Object.keys(changesOf(variation, typed)).length > 0)
  const form = useSubmit(async () => {
    let { updated_at } = product
    refuse(null)
    for (const variation of changed) {
      try {
        const body = { ...changesOf(variation, typed), updated_at }
        const reply = await api('PATCH /api/staff/variations/:id', { params: { id: variation.id }, body })
        updated_at = reply.product.updated_at
        type(({ [variation.id]: _saved, ...rest }) => rest)
      } catch (error) {
        refuse({ id: variation.id, fields: fieldErrorsOf(error), sent: typed[variation.id] ?? {} })
        if (presentIn(error) || variation !== changed[0]) await rereadProducts()
        throw error
      }
    }
    await rereadProducts()
    return words.pricesSaved(changed.length)
  })
  const element = useRef<HTMLFormElement>(null)
  useFirstError(element, refused?.fields ?? NONE)
  const { isUnsaved } = useUnsavedState(changed.length > 0)
  if (product.variations.length === 0) return <p>{words.noVariants}</p>
  return (
    <form ref={element} className={styles.form} onSubmit={form.onSubmit}>
      {form.message && changed.length === 0 && <Alert kind="ok">{form.message}</Alert>}
      {form.present ? (
        <Alert kind="bad">{words.pricesChanged}</Alert>
      ) : (
        Object.keys(refused?.fields ?? {}).length === 0 && <ErrorList messages={form.errors} />
      )}
      <p>{words.aboutPrices(formatAmount(product.retail_price), formatAmount(product.discount))}</p>
      <ul className={styles.rows}>
        {product.variations.map(variation => (
          <VariantRow
            key={variation.id}
            product={product}
            variation={variation}
            typed={typed[variation.id] ?? {}}
            errors={refused?.id === variation.id ? errorsOf(refused, typed[variation.id]) : {}}
            onType={change => type(now => ({ ...now, [variation.id]: { ...now[variation.id], ...change } }))}
          />
        ))}
      </ul>
      <div>
        <Button busy={form.busy} disabled={changed.length === 0}>
          {words.savePrices}
        </Button>
      </div>
      <LeaveDialog isUnsaved={isUnsaved} />
    </form>
  )
}

const textOf = (value: number | null, member: Member) =>
  value === null ? '' : member === 'weight' ? String(value) : formatAmount(value)

/** An empty box is null. One without a number goes to the server unchanged, whose message appears beside it. */
const valueOf = (text: string) => (text.trim() === '' ? null : (numberTyped(text) ?? (text as unknown as number)))

const changesOf = (variation: StaffVariation, typed: Typed) =>
  Object.fromEntries(
    MEMBERS.flatMap(member => {
      const text = typed[variation.id]?.[member]
      return text === undefined || valueOf(text) === variation[member] ? [] : [[member, valueOf(text)]]
    }),
  ) as Partial<Record<Member, number | null>>

/** The errors about what still stands in its field. */
const errorsOf = ({ fields, sent }: Refused, typed: Typed[number] = {}): Partial<Record<Member, string[]>> =>
  Object.fromEntries(
    MEMBERS.flatMap(member => (fields[member] && typed[member] === sent[member] ? [[member, fields[member]]] : [])),
  )

interface RowProps {
  product: StaffProduct
  variation: StaffVariation
  typed: Partial<Record<Member, string>>
  errors: Partial<Record<Member, string[]>>
  onType: (change: Partial<Record<Member, string>>) => void
}

function VariantRow({ product, variation, typed, errors, onType }: RowProps) {
  const size = product.sizes.find(({ code }) => code === variation.size_code)?.name ?? variation.size_code
  const colour = product.colours.find(({ code }) => code === variation.colour_code)
  const name = [size, colour?.name].filter(Boolean).join(' · ')
  const own = { retail_price: product.retail_price, discount: product.discount, weight: null }
  return (
    <li className={styles.row}>
      <div className={styles.name}>
        <span>
          {colour && <Swatch code={colour.code} size={16} />} {name}
        </span>
        <small>{variation.sku}</small>
      </div>
      {MEMBERS.map(member => (
        <label key={member} className={styles.field}>
          <span>
            {words.priceFields[member]}
            <span className="visually-hidden"> {name}</span>
          </span>
          <input
            inputMode="decimal"
            autoComplete="off"
            value={typed[member] ?? textOf(variation[member], member)}
            placeholder={textOf(own[member], member)}
            aria-invalid={errors[member] ? true : undefined}
            aria-describedby={errors[member] ? `${member}-${variation.id}` : undefined}
            onChange={({ target }) => onType({ [member]: target.value })}
          />
        </label>
      ))}
      <p className={styles.sells}>
        <span>{words.sellsAt}</span>
        <Price now={variation.price} was={variation.price_before} />
      </p>
      {MEMBERS.map(
        member =>
          errors[member] && (
            <p key={member} id={`${member}-${variation.id}`} className={styles.wrong} role="alert">
              {errors[member].join(' ')}
            </p>
          ),
      )}
    </li>
  )
}
