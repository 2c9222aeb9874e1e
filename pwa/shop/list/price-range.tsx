import { useState, type FocusEvent, type FormEvent } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { textOf } from '#pwa/forms/use-submit.ts'
import { TextField } from '#pwa/ui/field.tsx'
import { priceFrom, type Filters } from './filters.ts'
import * as words from './list-words.tsx'
import styles from './price-range.module.css'

interface Props {
  min: number | null
  max: number | null
  /** The price range of products with the other filters, in cedis. */
  bounds: { min: number; max: number }
  onChange: (changes: Partial<Filters>) => void
}

const NAMES = ['min', 'max'] as const
const NO_PRICE = [words.noPrice]

/** From and to, in cedis; swaps them if they are reversed. Input counts once it is submitted or loses focus. */
export function PriceRange({ min, max, bounds, onChange }: Props) {
  const [wrong, setWrong] = useState<boolean[]>([])
  const apply = (typed: HTMLFormElement) => {
    const form = new FormData(typed)
    const prices = NAMES.map(name => priceFrom(textOf(form, name)))
    const unread = prices.map((price, at) => price === null && textOf(form, NAMES[at]!) !== '')
    setWrong(unread)
    const [from = null, to = null] = prices
    const range = from !== null && to !== null && from > to ? { min: to, max: from } : { min: from, max: to }
    if (!unread.includes(true) && (range.min !== min || range.max !== max)) onChange(range)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    apply(event.currentTarget)
  }
  const onBlur = ({ currentTarget: { form }, relatedTarget }: FocusEvent<HTMLInputElement | HTMLButtonElement>) => {
    if (form && !form.contains(relatedTarget)) apply(form)
  }
  const field = { onBlur, type: 'text', inputMode: 'decimal', autoComplete: 'off', required: false } as const
  return (
    <form className={styles.range} onSubmit={submit}>
      <TextField
        {...field}
        name="min"
        errors={wrong[0] ? NO_PRICE : undefined}
        label={words.from}
        defaultValue={min ?? ''}
        placeholder={String(Math.floor(bounds.min))}
      />
      <TextField
        {...field}
        name="max"
        errors={wrong[1] ? NO_PRICE : undefined}
        label={words.to}
        defaultValue={max ?? ''}
        placeholder={String(Math.ceil(bounds.max))}
      />
      <Button kind="secondary" onBlur={onBlur}>
        {words.setPrice}
      </Button>
    </form>
  )
}
