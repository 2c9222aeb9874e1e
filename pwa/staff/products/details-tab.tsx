import Barcode from 'lucide-react/icons/barcode'
import ExternalLink from 'lucide-react/icons/external-link'
import Trash from 'lucide-react/icons/trash'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '#pwa/lib/api.ts'
import { useSignedIn } from '#pwa/session/use-signed-in.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { Button } from '#pwa/ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '#pwa/ui/field.tsx'
import { Link } from '#pwa/ui/link.tsx'
import { productPath, type StaffProduct } from '#sync/protocol/shop/catalogue.ts'
import { formatAmount } from '#sync/protocol/money.ts'
import { clearanceOf, MANAGEMENT } from '#sync/protocol/roles.ts'
import { FormScreen } from '../kit/form-screen.tsx'
import { HistoryPanel } from '../kit/history-panel.tsx'
import { Unread, type Read } from '../kit/unread.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { ProductLabels } from '../labels/product-labels.tsx'
import styles from './products.module.css'
import { rereadProducts } from './reread-products.ts'
import { amountOf, errorsWithin, linesOf } from './typed-product.ts'
import { useChoices } from './use-choices.ts'
import * as words from './product-words.ts'

interface Props {
  product: StaffProduct
  read: Read
  back: string
  beside: ReactNode
}

/** A product's description and prices. */
export function DetailsTab({ product, read, back, beside }: Props) {
  const { categories, reads } = useChoices()
  const form = useSubmit(async typed => {
    const { message } = await api('PATCH /api/staff/products/:id', {
      params: { id: product.id },
      body: detailsIn(typed),
    })
    await rereadProducts()
    return message
  })
  const { fields } = form
  return (
    <FormScreen
      title={product.name}
      back={back}
      submit={words.update}
      form={form}
      row={product}
      read={read}
      beside={beside}
      after={<MoreOf product={product} />}
    >
      <TextField
        label={words.productName}
        name="name"
        required
        autoComplete="off"
        maxLength={160}
        defaultValue={product.name}
        errors={fields.name}
      />
      <TextAreaField
        label={words.description}
        name="description"
        rows={5}
        maxLength={20_000}
        defaultValue={product.description}
        errors={fields.description}
      />
      <SelectField
        key={categories.length}
        label={words.category}
        name="category_id"
        defaultValue={product.category_id}
        errors={fields.category_id}
      >
        {categories.length === 0 && <option value={product.category_id}>{product.category.name}</option>}
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
        defaultValue={formatAmount(product.retail_price)}
        errors={fields.retail_price}
      />
      <TextField
        label={words.discount}
        name="discount"
        required
        inputMode="decimal"
        autoComplete="off"
        hint={words.takenOff}
        defaultValue={formatAmount(product.discount)}
        errors={fields.discount}
      />
      <SelectField label={words.status} name="status_code" defaultValue={product.status_code}>
        <option value="LIVE">{words.live}</option>
        <option value="INACTIVE">{words.inactive}</option>
      </SelectField>
      <TextAreaField
        label={words.features}
        name="features"
        rows={5}
        hint={words.oneALine}
        defaultValue={product.features.join('\n')}
        errors={errorsWithin(fields, 'features')}
      />
      <TextField
        label={words.address}
        name="slug"
        required
        autoComplete="off"
        maxLength={160}
        defaultValue={product.slug}
        errors={fields.slug}
        hint={words.addressHint(product.id)}
      />
    </FormScreen>
  )
}

const detailsIn = (typed: FormData) => ({
  name: textOf(typed, 'name'),
  description: textOf(typed, 'description'),
  category_id: Number(typed.get('category_id')),
  retail_price: amountOf(typed, 'retail_price'),
  discount: amountOf(typed, 'discount'),
  status_code: textOf(typed, 'status_code') === 'INACTIVE' ? ('INACTIVE' as const) : ('LIVE' as const),
  features: linesOf(typed, 'features'),
  slug: textOf(typed, 'slug'),
  updated_at: textOf(typed, 'updated_at'),
})

/** Further details and actions of a product. */
function MoreOf({ product }: { product: StaffProduct }) {
  const navigate = useNavigate()
  const user = useSignedIn()
  const [open, show] = useState<'labels' | 'delete' | null>(null)
  const close = () => show(null)
  return (
    <div className={styles.sections}>
      <div className={styles.doors}>
        {product.status_code === 'LIVE' && (
          <Link className={styles.door} to={productPath(product)} target="_blank" rel="noreferrer">
            <ExternalLink size={20} aria-hidden />
            {words.seeInShop}
          </Link>
        )}
        {user && clearanceOf(user.role_code) >= MANAGEMENT && (
          <Link className={styles.door} to={`/staff/categories/${product.category_id}/view`}>
            {words.fitTableOf(product.category.name)}
          </Link>
        )}
        <Button type="button" kind="secondary" icon={<Barcode size={20} aria-hidden />} onClick={() => show('labels')}>
          {words.printLabels}
        </Button>
        <Button type="button" kind="danger" icon={<Trash size={20} aria-hidden />} onClick={() => show('delete')}>
          {words.deleteIt}
        </Button>
      </div>
      {product.former_slugs.length > 0 && (
        <section className={styles.section}>
          <h2>{words.formerAddresses}</h2>
          <p className={styles.hint}>{words.whereTheyLead}</p>
          <ul className={styles.former}>
            {product.former_slugs.map(slug => (
              <li key={slug}>{words.oldAddress(product.id, slug)}</li>
            ))}
          </ul>
        </section>
      )}
      <HistoryPanel subject="product" id={product.id} />
      <ProductLabels open={open === 'labels'} ids={[product.id]} onClose={close} />
      <DeleteDialog
        product={open === 'delete' ? product : null}
        onClose={close}
        onDeleted={() => void navigate('/staff/products')}
      />
    </div>
  )
}
