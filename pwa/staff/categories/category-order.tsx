import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useEffect, useRef, useState, useTransition } from 'react'
import { api } from '#pwa/lib/api.ts'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { IconButton } from '#pwa/ui/button.tsx'
import { Link } from '#pwa/ui/link.tsx'
import { pictureAt, type StaffCategory } from '#sync/protocol/shop/catalogue.ts'
import { useDraggedRow } from '../lists/use-dragged-row.ts'
import { depthsOf, movedAmong } from './category-tree.ts'
import { rereadCategories } from '../kit/use-categories.ts'
import styles from '../setup/setup.module.css'
import * as words from '../setup/setup-words.ts'

/**
 * Categories below their parents, moved within one parent by dragging, by arrows or by Alt and the arrow keys. A
 * partial list cannot be reordered.
 */
export function CategoryOrder({ categories, isSought }: { categories: readonly StaffCategory[]; isSought: boolean }) {
  const list = useRef<HTMLOListElement>(null)
  const [errors, fail] = useState<string[]>([])
  const [moved, tell] = useState<{ id: number; words: string } | null>(null)
  const [busy, start] = useTransition()
  const depths = depthsOf(categories)
  useEffect(() => {
    if (moved && !busy) list.current?.querySelector<HTMLElement>(`[data-row='${moved.id}'] a`)?.focus()
  }, [moved, busy])

  const siblingsOf = (id: number) =>
    categories.filter(({ parent_id }) => parent_id === categories.find(category => category.id === id)?.parent_id)
  const move = (id: number, to: number) => {
    const order = isSought || busy ? null : movedAmong(categories, id, to)
    const category = categories.find(known => known.id === id)
    if (!order || !category) return
    start(async () => {
      try {
        await api('PATCH /api/staff/categories', {
          body: { parent_id: category.parent_id, order, as_read: siblingsOf(id).map(sibling => sibling.id) },
        })
        fail([])
        tell({ id, words: words.nowAt(category.name, to + 1, order.length) })
      } catch (error) {
        fail(messagesOf(error))
        tell({ id, words: '' })
      }
      await rereadCategories()
    })
  }
  const placeOf = (id: number) => siblingsOf(id).findIndex(category => category.id === id)
  useDraggedRow(list, {
    isPlace: (id, onto) => !isSought && siblingsOf(id).some(category => category.id === onto),
    onMove: (id, onto) => move(id, placeOf(onto)),
    onStep: (id, by) => move(id, placeOf(id) + by),
  })
  return (
    <>
      {!isSought && <p className={styles.soft}>{words.orderHint}</p>}
      <ErrorList messages={errors} />
      <p role="status" className="visually-hidden">
        {moved?.words}
      </p>
      <ol ref={list} data-rows className={`bare ${styles.tree}`} aria-busy={busy || undefined}>
        {categories.map(({ id, name, icon_image, products }) => (
          <li
            key={id}
            data-row={id}
            draggable={!isSought}
            style={{ paddingInlineStart: `calc(var(--space-4) + ${isSought ? 0 : (depths.get(id) ?? 0) * 28}px)` }}
          >
            {icon_image ? (
              <img
                src={pictureAt(icon_image.storage_link, 160)}
                alt=""
                width={36}
                height={36}
                loading="lazy"
                draggable={false}
              />
            ) : (
              <span className={styles.noIcon} aria-hidden>
                {name.charAt(0)}
              </span>
            )}
            <Link to={`/staff/categories/${id}/view`} data-door draggable={false}>
              {name}
            </Link>
            <span className={styles.soft}>{words.productsOf(products)}</span>
            {!isSought && (
              <span className={styles.moves}>
                <IconButton
                  label={words.moveUp(name)}
                  icon={<ArrowUp size={18} aria-hidden />}
                  disabled={busy || placeOf(id) === 0}
                  onClick={() => move(id, placeOf(id) - 1)}
                />
                <IconButton
                  label={words.moveDown(name)}
                  icon={<ArrowDown size={18} aria-hidden />}
                  disabled={busy || placeOf(id) === siblingsOf(id).length - 1}
                  onClick={() => move(id, placeOf(id) + 1)}
                />
              </span>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}
