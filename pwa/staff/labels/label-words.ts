import { formatCount } from '#pwa/lib/format.ts'

/** Choosing and saving labels. */

export const printLabels = 'Print labels'
export const unread = (missing: number, all: number) =>
  all === 1
    ? 'We couldn’t load the product, so nothing is printed yet.'
    : `${formatCount(missing)} of ${formatCount(all)} products could not be loaded, so nothing is printed yet.`

export const notCreated = 'We couldn’t create the labels. Check the network and try again.'
export const paper = 'Paper'
export const roll = 'Roll of labels, 40 × 30 mm'
export const sheets = 'A4 sheets of 21 labels, 63.5 × 38.1 mm'
export const tooMany = (most: number) =>
  `A file holds at most ${formatCount(most)} labels. Please print them in batches.`
export const oneOfEach = 'One of each'
export const save = (total: number) => `Save ${formatCount(total)} ${total === 1 ? 'label' : 'labels'}`
export const noBars = (code: string) => `${code}: no barcode, because it does not fit`
export const noBarcode = (sku: string) => `${sku}, without a barcode`
