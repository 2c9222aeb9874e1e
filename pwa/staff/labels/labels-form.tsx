import { useMemo, useState, useTransition } from 'react'
import { ChunkError, loadChunk } from '#pwa/lib/lazy-screen.ts'
import { saveFile } from '#pwa/browser/save-file.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { BareField } from '#pwa/ui/bare-field.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { DialogActions } from '#pwa/ui/dialog.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import { symbolOf, type LabelLayout } from './label-symbol.ts'
import type { Label } from './labels.ts'
import styles from '../products/products.module.css'
import * as words from './label-words.ts'

/** The number of labels on a roll. */
const MOST = 1000

/** The number of labels per variation and the paper; saves a PDF. */
export function LabelsForm({ labels, onClose }: { labels: readonly Label[]; onClose: () => void }) {
  const [counts, count] = useState(() => labels.map(label => label.count))
  const [layout, lay] = useState<LabelLayout>('roll')
  const [errors, fail] = useState<string[]>([])
  const [busy, start] = useTransition()
  const bars = useMemo(() => labels.map(label => wordsFor(label, layout)), [labels, layout])
  const total = counts.reduce((sum, n) => sum + n, 0)
  const print = () =>
    start(async () => {
      fail([])
      try {
        const { labelsPdf } = await loadChunk(() => import('./labels.ts'))
        const blob = await labelsPdf(
          labels.map((label, i) => ({ ...label, count: counts[i]! })),
          layout,
        )
        saveFile(new File([blob], 'labels.pdf', { type: 'application/pdf' }))
        onClose()
      } catch (error) {
        if (!(error instanceof ChunkError)) throw error
        fail([words.notCreated])
      }
    })
  const set = (at: number, typed: string) =>
    count(counts.with(at, Math.min(MOST, Math.max(0, Math.floor(Number(typed)) || 0))))
  return (
    <>
      <SelectField
        label={words.paper}
        name="layout"
        value={layout}
        onChange={event => lay(event.target.value === 'a4' ? 'a4' : 'roll')}
      >
        <option value="roll">{words.roll}</option>
        <option value="a4">{words.sheets}</option>
      </SelectField>
      <div className={styles.labels}>
        {labels.map((label, i) => (
          <label key={label.sku} className={styles.labelRow}>
            <span>
              {[label.name, label.size, label.colour].filter(Boolean).join(' · ')}
              <small>{bars[i]}</small>
            </span>
            <BareField
              type="number"
              inputMode="numeric"
              min={0}
              max={MOST}
              value={counts[i]}
              onChange={event => set(i, event.target.value)}
            />
          </label>
        ))}
      </div>
      {total > MOST && <Alert kind="warn">{words.tooMany(MOST)}</Alert>}
      <ErrorList messages={errors} />
      <DialogActions>
        <Button type="button" kind="quiet" onClick={() => count(labels.map(() => 1))}>
          {words.oneOfEach}
        </Button>
        <Button type="button" busy={busy} disabled={total === 0 || total > MOST} onClick={print}>
          {words.save(total)}
        </Button>
      </DialogActions>
    </>
  )
}

/** What scanners will read from a label, if anything. */
function wordsFor(label: Label, layout: LabelLayout): string {
  const symbol = symbolOf(label, layout)
  if (!symbol) return words.noBars(label.barcode || label.sku)
  return symbol.code === label.sku ? words.noBarcode(label.sku) : symbol.code
}
