import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Trash from 'lucide-react/icons/trash'
import { useState, useTransition, type KeyboardEvent } from 'react'
import { api } from '#pwa/lib/api.ts'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { say } from '#pwa/lib/notice.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { Button, IconButton } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { SelectField, TextField } from '#pwa/ui/field.tsx'
import { pictureAt, type ProductImage, type StaffProduct } from '#sync/protocol/shop/catalogue.ts'
import styles from './products.module.css'
import { rereadProducts } from './reread-products.ts'
import * as pictureWords from './picture-words.ts'

interface Props {
  product: Pick<StaffProduct, 'id' | 'name' | 'colours'>
  image: ProductImage
  place: { at: number; of: number }
  onMove: (to: number) => void
  onColour: (code: string | null) => void
}

/** One picture: its position, its description, its colour, and deleting it. */
export function ImageCard({ product, image, place: { at, of }, onMove, onColour }: Props) {
  const [asks, ask] = useState(false)
  const called = pictureWords.called(at + 1)
  const byKeys = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    onMove(at + step)
  }
  return (
    <>
      <img
        src={pictureAt(image.file.storage_link, 400)}
        alt={image.alt ?? ''}
        width={160}
        height={200}
        loading="lazy"
        draggable={false}
      />
      <AltForm product_id={product.id} image={image} called={called} />
      {product.colours.length > 0 && (
        <SelectField
          label={pictureWords.colourOf(called)}
          name="colour_code"
          value={image.colour_code ?? ''}
          onChange={({ target }) => onColour(target.value || null)}
        >
          <option value="">{pictureWords.allColours}</option>
          {product.colours.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <span className={styles.tools}>
        <IconButton
          label={pictureWords.moveForward(called)}
          icon={<ArrowLeft size={20} />}
          disabled={at === 0}
          onClick={() => onMove(at - 1)}
          onKeyDown={byKeys}
        />
        <IconButton
          label={pictureWords.moveBack(called)}
          icon={<ArrowRight size={20} />}
          disabled={at === of - 1}
          onClick={() => onMove(at + 1)}
          onKeyDown={byKeys}
        />
        <IconButton label={pictureWords.deletePicture(called)} icon={<Trash size={20} />} onClick={() => ask(true)} />
      </span>
      <Dialog open={asks} onClose={() => ask(false)} title={pictureWords.askDelete(called)}>
        <Delete product={product} image={image} onClose={() => ask(false)} />
      </Dialog>
    </>
  )
}

/** A picture's description is saved when the field loses focus, or with Enter. */
function AltForm({ product_id, image, called }: { product_id: number; image: ProductImage; called: string }) {
  const form = useSubmit(async typed => {
    const alt = textOf(typed, 'alt')
    if (alt === (image.alt ?? '')) return null
    const describe = api('PATCH /api/staff/products/:id/images/:imageId', {
      params: { id: product_id, imageId: image.id },
      body: { alt: alt || null, as_read: image.alt },
    })
    await describe.finally(rereadProducts)
    return pictureWords.saved
  })
  const theirs = form.present && (form.present as unknown as StaffProduct).images.find(({ id }) => id === image.id)
  const errors = theirs ? [pictureWords.changedMeanwhile(theirs.alt ?? '')] : form.errors
  return (
    <form onSubmit={form.onSubmit}>
      <TextField
        label={pictureWords.whatItShows(called)}
        name="alt"
        maxLength={255}
        autoComplete="off"
        defaultValue={image.alt ?? ''}
        errors={errors}
        onBlur={event => event.currentTarget.form?.requestSubmit()}
      />
      <span role="status" className={styles.hint}>
        {form.message}
      </span>
    </form>
  )
}

function Delete({
  product: { id, name },
  image,
  onClose,
}: {
  product: { id: number; name: string }
  image: ProductImage
  onClose: () => void
}) {
  const [busy, start] = useTransition()
  const remove = () =>
    start(async () => {
      try {
        await api('DELETE /api/staff/products/:id/images/:imageId', { params: { id, imageId: image.id } })
      } catch (error) {
        say({ words: messagesOf(error)[0]!, kind: 'bad' })
      }
      onClose()
      await rereadProducts()
    })
  return (
    <>
      <p>{pictureWords.shownWithout(name)}</p>
      <DialogActions>
        <Button type="button" kind="secondary" onClick={onClose}>
          {pictureWords.keepIt}
        </Button>
        <Button type="button" kind="danger" busy={busy} onClick={remove}>
          {pictureWords.deleteIt}
        </Button>
      </DialogActions>
    </>
  )
}
