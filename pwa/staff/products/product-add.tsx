import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { sendForm } from '#pwa/forms/send-form.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { SelectField, TextAreaField, TextField } from '#pwa/ui/field.tsx'
import { withoutThousands } from '#sync/protocol/typed-number.ts'
import { FormScreen, FormSection } from '../kit/form-screen.tsx'
import { Unread } from '../kit/unread.tsx'
import { ChoiceGrid, NOTHING_TICKED } from './choice-grid.tsx'
import { PictureChoice } from './picture-choice.tsx'
import styles from './products.module.css'
import { rereadProducts } from './reread-products.ts'
import { appendAll, errorsWithin, linesOf } from './typed-product.ts'
import { useChoices } from './use-choices.ts'
import * as words from './product-words.ts'

/** 'New Product': its details, its sizes and colours, and its pictures, sent together. */
export function ProductAdd() {
  const navigate = useNavigate()
  const { categories, sizes, colours, reads } = useChoices()
  const [ticked, tick] = useState(NOTHING_TICKED)
  const [pictures, choose] = useState<File[]>([])
  const [sent, report] = useState<number | null>(null)
  const form = useSubmit(async (typed, key) => {
    report(pictures.length > 0 ? 0 : null)
    const { product } = await sendForm('POST /api/staff/products', {
      form: formOf(typed, pictures),
      key,
      onProgress: report,
    }).finally(() => report(null))
    await rereadProducts()
    void navigate(`/staff/products/${product.id}/view`)
    return null
  })
  const { fields } = form
  return (
    <FormScreen title={words.newProduct} back="/staff/products" submit={words.addProduct} form={form}>
      <TextField
        label={words.productName}
        name="name"
        required
        autoComplete="off"
        maxLength={160}
        errors={fields.name}
      />
      <TextAreaField
        label={words.description}
        name="description"
        rows={4}
        maxLength={20_000}
        errors={fields.description}
      />
      <SelectField label={words.category} name="category_id" required defaultValue="" errors={fields.category_id}>
        <option value="" disabled>
          {words.chooseOne}
        </option>
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Unread of={reads.categories} />
      <TextField
        label={words.price}
        name="retail_price"
        required
        inputMode="decimal"
        autoComplete="off"
        errors={fields.retail_price}
      />
      <TextField
        label={words.discount}
        name="discount"
        inputMode="decimal"
        autoComplete="off"
        hint={words.takenOff}
        errors={fields.discount}
      />
      <TextAreaField
        label={words.features}
        name="features"
        rows={4}
        hint={words.oneALine}
        errors={errorsWithin(fields, 'features')}
      />
      <SelectField label={words.status} name="status_code" defaultValue="LIVE">
        <option value="LIVE">{words.liveAtOnce}</option>
        <option value="INACTIVE">{words.notShownYet}</option>
      </SelectField>
      <FormSection title={words.sizesAndColours}>
        <Unread of={[reads.sizes, reads.colours]} />
        <ChoiceGrid
          sizes={sizes}
          colours={colours}
          ticked={ticked}
          onTick={tick}
          errors={[...(fields.sizes ?? []), ...(fields.colours ?? [])]}
        />
      </FormSection>
      <FormSection title={words.pictures}>
        <PictureChoice files={pictures} onChange={choose} errors={fields.images} />
        {sent !== null && (
          <label className={styles.progress}>
            {words.sendingPictures}
            <progress value={sent} max={1} />
          </label>
        )}
      </FormSection>
    </FormScreen>
  )
}

const PLAIN = ['name', 'description', 'category_id', 'status_code'] as const
const AMOUNTS = ['retail_price', 'discount'] as const

/** The input in the server's format. */
function formOf(typed: FormData, pictures: readonly File[]): FormData {
  const form = new FormData()
  for (const name of PLAIN) form.append(name, textOf(typed, name))
  for (const name of AMOUNTS) form.append(name, withoutThousands(textOf(typed, name)))
  appendAll(form, 'features', linesOf(typed, 'features'))
  for (const name of ['sizes', 'colours']) appendAll(form, name, typed.getAll(name).map(String))
  appendAll(form, 'images', pictures)
  return form
}
