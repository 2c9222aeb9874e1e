import { formatCount } from '#pwa/lib/format.ts'
import type { ChipKind } from '#pwa/ui/chip.tsx'
import type { ImportedFile, ImportOutcome, ImportStatus } from '#sync/protocol/staff/import.ts'
import type { ImportReport } from '#sync/protocol/staff/import-report.ts'

export const STATUS_WORDS: Record<ImportStatus, { words: string; kind: ChipKind }> = {
  CHECKING: { words: 'Being checked', kind: 'info' },
  CHECKED: { words: 'Checked', kind: 'warn' },
  RUNNING: { words: 'In progress', kind: 'info' },
  FETCHING: { words: 'Fetching pictures', kind: 'info' },
  DONE: { words: 'Done', kind: 'ok' },
  FAILED: { words: 'Failed', kind: 'bad' },
}

export const OUTCOME_WORDS: Record<
  ImportOutcome,
  { words: string; kind: ChipKind; count: keyof ImportReport['summary'] }
> = {
  CREATED: { words: 'New', kind: 'ok', count: 'created' },
  UPDATED: { words: 'Updated', kind: 'gold', count: 'updated' },
  UNCHANGED: { words: 'Unchanged', kind: 'plain', count: 'unchanged' },
  WRONG: { words: 'Skipped', kind: 'bad', count: 'failed' },
  HINT: { words: 'To check', kind: 'warn', count: 'hints' },
}

/** The name of a changed field; a file's own columns keep theirs. */
const WORDS: Readonly<Record<string, string>> = {
  name: 'Name',
  category: 'Category',
  description: 'Description',
  features: 'Features',
  retail_price: 'Price',
  discount: 'Discount',
  weight: 'Weight, g',
  status_code: 'Status',
  sku: 'SKU',
  barcode: 'Barcode',
  variations: 'New variants',
  changed_variations: 'Changed variants',
  pictures: 'New pictures',
  picture_colours: 'Picture colours',
  deleted: 'Deleted',
}
export const differenceWords = (what: string) => WORDS[what] ?? what

/** `3 new, 1 updated, 60 unchanged, 2 skipped`, without zeros. */
export const summaryWords = (summary: ImportReport['summary']) =>
  Object.values(OUTCOME_WORDS)
    .filter(({ count }) => (summary[count] ?? 0) > 0)
    .map(({ words, count }) => `${summary[count]} ${words.toLowerCase()}`)
    .join(', ') || 'No products'

/** Imports, from choosing a file to its lines. */

export const productsAsFile = 'Products as a file'
export const exportHint = 'You can import each file again without changing anything.'

export const columnsRead = (format: string, read: number, all: number) =>
  `${format}: ${read} of ${all} columns recognised`
export const read = 'Read:'
export const leftOut = 'Left out:'

export const newImport = 'New Import'
export const checkTheFile = 'Check the File'
export const importing = 'Importing'
export const productFile = 'Product file'
export const fileHint =
  'A CSV file of at most 100 MB, 500,000 rows and 1,000 columns: this shop’s own, Shopify’s product export or ' +
  'WooCommerce’s. ' +
  'You see what it does before anything changes.'
export const whatAFileDoes = 'A file adds and corrects, and never deletes. Its quantities count only for new variants.'

export const line = 'Line'
export const product = 'Product'
export const what = 'What'
export const differs = 'Changes'
export const lines = 'Lines'
export const result = 'Result'
export const all = 'All'
export const ofWhat = (of: string) => ` of ${of}`
export const empty = 'empty'

export const file = 'File'
export const fileNumbered = (id: number) => `File ${id}`
export const format = 'Format'
export const status = 'Status'
export const products = 'Products'
export const by = 'By'
export const when = 'When'
export const imports = 'Imports'
export const nameOfFile = 'File name'
export const everyStatus = 'All statuses'
export const everyFormat = 'All formats'
export const noImportsFound = 'No imports found.'
export const removeAFilter = 'Remove a filter to see more.'
export const noneYet = 'No files imported yet'
export const importsAppearHere = 'Products come in as a CSV file: this shop’s own, Shopify’s or WooCommerce’s.'

export const chooseAFile = 'Choose a file'
export const checkWhatItDoes = 'Check what it does'
export const importHead = 'Import'

export const goBack = 'Go Back'
export const downloadSkipped = 'Download Skipped Rows'
export const checking = 'Checking what this file would change'
export const importingNow = 'Importing. You can leave this page. It continues by itself'
export const hasStopped = 'This import stopped.'
export const checkAgain = 'Check Again'
export const continueImporting = 'Continue Importing'
export const imported = 'Imported.'
export const picturesDone = ({ done, total }: ImportedFile['pictures']) =>
  `Pictures: ${formatCount(done)} of ${formatCount(total)}`
export const picturesToCome = 'The products are in the shop. Their pictures are still being fetched.'
export const picturesLost = (failed: number) =>
  `${failed === 1 ? '1 picture' : `${formatCount(failed)} pictures`} could not be fetched. Open the product to see why.`
export const nothingImportedYet = 'Nothing has been imported yet.'
export const changesNothing = 'This file changes nothing.'
export const wrongLeftOut = '. Skipped rows have an error each. You can import the rest.'
export const importProducts = (products: number) =>
  `Import ${formatCount(products)} ${products === 1 ? 'Product' : 'Products'}`
export const rowsDone = (doing: string, done: number, total: number) =>
  `${doing}: ${formatCount(done)} of ${formatCount(total)} rows`
