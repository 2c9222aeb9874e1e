import ScanLine from 'lucide-react/icons/scan-line'
import Search from 'lucide-react/icons/search'
import { memo, useDeferredValue, useEffect, useRef, useState, type SubmitEvent } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { CameraDialog } from '#pwa/scan/camera-dialog.tsx'
import { addByCode, addToCart, takeScan } from '../counter.ts'
import { useGrid } from '../device-options.ts'
import { firstChosen, pick } from './choices.ts'
import { GridRow } from './grid-row.tsx'
import { LoadingGoods } from './loading-goods.tsx'
import { ProductRow } from './product-row.tsx'
import { TillPager } from '../sales/till-pager.tsx'
import { replica } from '../till.ts'
import { useReplica } from '../use-till.ts'
import styles from './product-panel.module.css'
import * as words from './product-words.ts'

const PER_PAGE = 7

/**
 * Searches goods by name, SKU or barcode while typing, in the till's own copy of the shop. Does not re-render when the
 * cart changes.
 */
export const ProductPanel = memo(function ProductPanel() {
  const { ready, progress, version, revoked } = useReplica()
  const [asked, setAsked] = useState({ text: '', page: 1 })
  const [isScanning, setScanning] = useState(false)
  const { text, page } = useDeferredValue(asked)
  const box = useSearchKey()
  const Row = useGrid() ? GridRow : ProductRow
  const rows = useRef<HTMLUListElement>(null)
  const { total, products } = replica.search(text, page, PER_PAGE)

  /** Adds the piece of a code, or the only product found; with choices left, goes to the first of them. */
  function addFound(event: SubmitEvent) {
    event.preventDefault()
    const only = onlyOne(asked.text)
    const added = addByCode(asked.text) ?? (only && addToCart(only.product, only.variation))
    if (added !== null) setAsked({ text: '', page: 1 })
    else if (total === 1) goToChoices(rows.current)
  }

  return (
    <section className={styles.panel} aria-label={words.products}>
      <form className={styles.search} role="search" onSubmit={addFound}>
        <Search size={20} aria-hidden />
        <input
          ref={box}
          type="search"
          className={styles.box}
          aria-label={words.searchBox}
          placeholder={words.searchBox}
          aria-keyshortcuts="F2 /"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          value={asked.text}
          onChange={event => setAsked({ text: event.target.value, page: 1 })}
        />
        <Button
          type="button"
          kind="secondary"
          size="till"
          icon={<ScanLine size={20} aria-hidden />}
          onClick={() => setScanning(true)}
        >
          {words.scan}
        </Button>
      </form>
      {progress && <LoadingGoods progress={progress} isFirst={!ready} />}
      {ready && (
        <>
          <p className="visually-hidden" role="status">
            {text && words.found(total)}
          </p>
          {total === 0 ? (
            <EmptyState title={words.nothingFound}>{words.nothingMatches(text)}</EmptyState>
          ) : (
            <ul className={styles.rows} ref={rows}>
              {products.map(product => (
                <Row key={product.id} product={product} version={version} />
              ))}
            </ul>
          )}
          <TillPager
            page={page}
            lastPage={Math.ceil(total / PER_PAGE)}
            onPage={next => setAsked({ ...asked, page: next })}
          />
        </>
      )}
      {!ready && !progress && !revoked && <LoadingGoods progress={null} isFirst />}
      {revoked && <EmptyState title={words.revoked}>{words.aboutRevoked}</EmptyState>}
      <CameraDialog open={isScanning} onClose={() => setScanning(false)} onCode={takeScan} />
    </section>
  )
})

/** The product that alone fits these words, if it comes in one size and colour. */
function onlyOne(text: string) {
  if (text.trim() === '') return null
  const { total, products } = replica.search(text, 1, 1)
  const [product] = products
  if (total !== 1 || !product) return null
  const variations = replica.variationsOf(product.id)
  const picked = pick(variations, firstChosen(variations))
  return 'variation' in picked ? { product, variation: picked.variation } : null
}

const goToChoices = (list: HTMLUListElement | null) =>
  (
    list?.querySelector<HTMLElement>('input:checked') ?? list?.querySelector<HTMLElement>('input:enabled, table button')
  )?.focus()

/** F2 moves focus to the search box from anywhere, '/' from anywhere but a field. */
function useSearchKey() {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F2' && !(event.key === '/' && !isTyped(event.target))) return
      event.preventDefault()
      box.current?.focus()
      box.current?.select()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return box
}

/** Where somebody is typing, '/' is a character. */
const isTyped = (target: EventTarget | null) =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type)) ||
  (target instanceof Element && target.closest('dialog') !== null)
