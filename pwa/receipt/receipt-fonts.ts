import bold from './receipt-bold.ttf?inline'
import regular from './receipt-regular.ttf?inline'

/** The receipt's fonts as base64, inside the chunk so that they need no request: jsPDF's own fonts have no ₵. */
export const receiptFonts = { normal: base64Of(regular), bold: base64Of(bold) }

function base64Of(data_url: string) {
  return data_url.slice(data_url.indexOf(',') + 1)
}
