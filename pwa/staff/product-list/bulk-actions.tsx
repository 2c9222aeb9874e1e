import Barcode from 'lucide-react/icons/barcode'
import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import PencilLine from 'lucide-react/icons/pencil-line'
import { useState } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import type { StaffProductSummary } from '#sync/protocol/shop/catalogue.ts'
import { NewCount } from '../counts/new-count.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { ProductLabels } from '../labels/product-labels.tsx'
import * as words from './product-list-words.ts'

export function BulkActions({ chosen, clear }: { chosen: StaffProductSummary[]; clear: () => void }) {
  const [open, show] = useState<'change' | 'labels' | 'count' | null>(null)
  const close = () => show(null)
  return (
    <>
      <Button type="button" icon={<PencilLine size={20} aria-hidden />} onClick={() => show('change')}>
        {words.change}
      </Button>
      <Button type="button" kind="secondary" icon={<Barcode size={20} aria-hidden />} onClick={() => show('labels')}>
        {words.labels}
      </Button>
      <Button
        type="button"
        kind="secondary"
        icon={<ClipboardCheck size={20} aria-hidden />}
        onClick={() => show('count')}
      >
        {words.count}
      </Button>
      <BulkDialog
        open={open === 'change'}
        products={chosen}
        onClose={close}
        onDone={() => {
          close()
          clear()
        }}
      />
      <ProductLabels open={open === 'labels'} ids={chosen.map(({ id }) => id)} onClose={close} />
      <NewCount open={open === 'count'} products={chosen} onClose={close} />
    </>
  )
}
