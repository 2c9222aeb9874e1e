import { useQueries } from '@tanstack/react-query'
import { api } from '#pwa/lib/api.ts'
import { lazyPart } from '#pwa/lib/lazy-screen.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import type { StaffProduct } from '#sync/protocol/shop/catalogue.ts'
import { Unread } from '../kit/unread.tsx'
import type { Label } from './labels.ts'
import * as words from './label-words.ts'

/** Loads the barcode writer, which is as large as a screen. */
const LabelsForm = lazyPart(() => import('./labels-form.tsx'), 'LabelsForm', <Loader rows={3} height={44} />)

interface Props {
  open: boolean
  ids: readonly number[]
  /** Copies by SKU, only for these variations; otherwise one per piece in stock. */
  counts?: ReadonlyMap<string, number>
  onClose: () => void
}

/** Barcode labels for products; the numbers of copies can be changed. */
export const ProductLabels = ({ open, onClose, ...rest }: Props) => (
  <Dialog open={open} onClose={onClose} title={words.printLabels}>
    <Labelled onClose={onClose} {...rest} />
  </Dialog>
)

function Labelled({ ids, counts, onClose }: Omit<Props, 'open'>) {
  const reads = useQueries({
    queries: ids.map(id => ({
      queryKey: ['GET /api/staff/products/:id', { id }, null],
      queryFn: ({ signal }: { signal: AbortSignal }) => api('GET /api/staff/products/:id', { params: { id }, signal }),
    })),
  })
  if (reads.some(({ isPending }) => isPending)) return <Loader rows={3} height={44} />
  const missing = reads.filter(({ data }) => !data)
  if (missing.length > 0)
    return (
      <Unread
        of={{
          data: undefined,
          error: { message: words.unread(missing.length, reads.length) },
          refetch: () => Promise.all(missing.map(read => read.refetch())),
        }}
      />
    )
  const labels = reads.flatMap(({ data }) => (data ? labelsOf(data.product) : []))
  return (
    <LabelsForm
      labels={
        counts
          ? labels.flatMap(label => (counts.has(label.sku) ? [{ ...label, count: counts.get(label.sku)! }] : []))
          : labels
      }
      onClose={onClose}
    />
  )
}

/** A label for each variation of a product, with what that one costs. */
export function labelsOf(product: StaffProduct): Label[] {
  const nameOf = (all: readonly { code: string; name: string }[], code: string | null) =>
    all.find(other => other.code === code)?.name ?? code
  return product.variations.map(({ sku, barcode, size_code, colour_code, quantity_in_stock, price }) => ({
    name: product.name,
    size: nameOf(product.sizes, size_code) ?? size_code,
    colour: nameOf(product.colours, colour_code),
    price,
    sku,
    barcode,
    count: Math.max(0, quantity_in_stock),
  }))
}
