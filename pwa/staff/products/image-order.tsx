import { useEffect, useRef, useState, useTransition } from 'react'
import { api } from '#pwa/lib/api.ts'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import type { ProductImage, StaffProduct } from '#sync/protocol/shop/catalogue.ts'
import { useDraggedRow } from '../lists/use-dragged-row.ts'
import { ColourDrops, placesOf, type ColourPlace } from './colour-drops.tsx'
import { ImageCard } from './image-card.tsx'
import styles from './products.module.css'
import { rereadProducts } from './reread-products.ts'
import * as words from './picture-words.ts'

interface Props {
  product: StaffProduct
  /** New pictures were dropped onto a colour; null: all colours. */
  onFiles: (files: FileList | null, colour: string | null) => void
}

/** Pictures in order, moved by dragging or by keys, or dragged onto a colour; each change is saved at once. */
export function ImageOrder({ product: { id, name, colours, images }, onFiles }: Props) {
  const list = useRef<HTMLElement>(null)
  const [wish, want] = useState<readonly number[]>([])
  const [moved, tell] = useState<{ id: number; to: number } | null>(null)
  const [told, say] = useState('')
  const [errors, fail] = useState<string[]>([])
  const [busy, start] = useTransition()
  const shown = inOrder(images, wish)

  // An element that moves in the page loses focus; a keyboard user continues with the next one.
  useEffect(() => {
    if (moved) list.current?.querySelector<HTMLElement>(`[data-row='${moved.id}'] button:not(:disabled)`)?.focus()
  }, [moved])

  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= shown.length || busy) return
    const order = shown.map(image => image.id)
    const next = order.toSpliced(from, 1).toSpliced(to, 0, order[from]!)
    want(next)
    tell({ id: order[from]!, to })
    say('')
    start(async () => {
      try {
        await api('PATCH /api/staff/products/:id/images', {
          params: { id },
          body: { order: next, as_read: images.map(image => image.id) },
        })
        fail([])
      } catch (error) {
        fail(messagesOf(error))
      }
      await rereadProducts()
      want([])
    })
  }
  const setColour = (image: number, { code, name: called }: ColourPlace) => {
    if (busy || images.find(({ id: known }) => known === image)?.colour_code === code) return
    start(async () => {
      try {
        await api('PATCH /api/staff/products/:id/images/:imageId', {
          params: { id, imageId: image },
          body: { colour_code: code },
        })
        fail([])
        say(words.showsNow(words.called(placeOf(image) + 1), called))
      } catch (error) {
        fail(messagesOf(error))
      }
      await rereadProducts()
    })
  }
  const placeOf = (image: number) => shown.findIndex(({ id: known }) => known === image)
  const places = placesOf(colours)
  useDraggedRow(list, {
    isPlace: image => image > 0,
    onMove: (image, onto) => {
      const place = places.find(each => each.row === onto)
      if (place) setColour(image, place)
      else move(placeOf(image), placeOf(onto))
    },
  })
  return (
    <section ref={list} className={styles.section}>
      <p className={styles.hint}>{words.howToOrder}</p>
      <ErrorList messages={errors} />
      <p role="status" className="visually-hidden">
        {told || (moved && words.placed(moved.to + 1, shown.length))}
      </p>
      <ColourDrops places={places} howTo={words.howToColour} onFiles={onFiles} />
      <ol className={`bare ${styles.thumbs}`}>
        {shown.map((image, i) => (
          <li key={image.id} draggable data-row={image.id}>
            <ImageCard
              product={{ id, name, colours }}
              image={image}
              place={{ at: i, of: shown.length }}
              onMove={to => move(i, to)}
              onColour={code =>
                setColour(
                  image.id,
                  places.find(place => place.code === code)!,
                )
              }
            />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** In the user's order while it is being saved; otherwise, or if the pictures have changed, in the saved order. */
const inOrder = (images: readonly ProductImage[], wish: readonly number[]): readonly ProductImage[] =>
  wish.length === images.length && images.every(({ id }) => wish.includes(id))
    ? images.toSorted((a, b) => wish.indexOf(a.id) - wish.indexOf(b.id))
    : images
