import type { ChipKind } from '#pwa/ui/chip.tsx'
import type { ImportOutcome, ImportStatus } from '#sync/protocol/staff/import.ts'
import type { ImportReport } from '#sync/protocol/staff/import-report.ts'

export const STATUS_WORDS: Record<ImportStatus, { words: string; kind: ChipKind }> = {
  CHECKING: { words: 'Being checked', kind: 'info' },
  CHECKED: { words: 'Checked', kind: 'warn' },
  RUNNING: { words: 'Under way', kind: 'info' },
  DONE: { words: 'Done', kind: 'ok' },
  FAILED: { words: 'Given up', kind: 'bad' },
}

export const OUTCOME_WORDS: Record<
  ImportOutcome,
  { words: string; kind: ChipKind; count: keyof ImportReport['summary'] }
> = {
  CREATED: { words: 'New', kind: 'ok', count: 'created' },
  UPDATED: { words: 'Changed', kind: 'gold', count: 'updated' },
  UNCHANGED: { words: 'Unchanged', kind: 'plain', count: 'unchanged' },
  WRONG: { words: 'Wrong', kind: 'bad', count: 'failed' },
}

/** What a difference is in, in the words of the shop; columns of a file keep their own. */
const WORDS: Readonly<Record<string, string>> = {
  name: 'Name',
  category: 'Category',
  description: 'Description',
  features: 'Features',
  retail_price: 'Price',
  discount: 'Discount',
  status_code: 'Status',
  sku: 'SKU',
  barcode: 'Barcode',
  variations: 'New variations',
  changed_variations: 'Changed variations',
  pictures: 'New pictures',
  deleted: 'Deleted',
}
export const differenceWords = (what: string) => WORDS[what] ?? what

/** `3 new, 1 changed, 60 unchanged, 2 wrong`; what there is none of is left out. */
export const summaryWords = (summary: ImportReport['summary']) =>
  Object.values(OUTCOME_WORDS)
    .filter(({ count }) => summary[count] > 0)
    .map(({ words, count }) => `${summary[count]} ${words.toLowerCase()}`)
    .join(', ') || 'Nothing in it'
