import type { Fault } from '#pwa/printer/not-printed.ts'
import type { Link, PrinterSetup } from '#pwa/printer/printer-setup.ts'

/** The receipt printer of this device: its set-up, and what waits for it. */

export const receiptPrinter = 'Receipt printer'
export const toTheTill = 'To the till'

export const unsupported =
  'This browser cannot reach receipt printers. Use Chrome or Edge on a computer or an Android device. Print and Save PDF work in any browser.'
export const about = 'Choose the printer of this till. Receipts then print without the print dialog, even offline.'
export const aboutWindows =
  'On Windows, a USB printer that uses its maker’s driver may not connect. Choose its serial port, or use the print dialog.'

export const connect: Record<Link, string> = {
  usb: 'Connect by USB',
  serial: 'Connect by serial port',
  bluetooth: 'Connect by Bluetooth',
}
export const by: Record<Link, string> = { usb: 'USB', serial: 'Serial port', bluetooth: 'Bluetooth' }
export const printerBy = (name: string, link: Link) => (name ? `${name} (${by[link]})` : by[link])
export const notConnected = 'The printer could not be chosen. Check that it is switched on, then try again.'

export const paper = 'Paper'
export const papers: Record<PrinterSetup['paper'], string> = { 80: '80 mm', 58: '58 mm' }
export const language = 'Command language'
export const languages: Record<PrinterSetup['language'], string> = {
  'esc-pos': 'ESC/POS: most printers',
  'star-prnt': 'Star',
}
export const speed = 'Speed'
export const baud = (rate: number) => `${rate} baud`
export const automatic = 'Print each receipt after the sale'
export const drawer = 'Open the cash drawer for cash sales'

export const testPrint = 'Test print'
export const testing = 'Printing…'
export const testSent = 'The test page went to the printer. Check that the last line ends at the edge of the paper.'
export const testLines = ['If you can read this, receipts print here.', 'The next line fills the paper’s width.']
export const forget = 'Remove printer'

export const faults: Record<Fault, string> = {
  away: 'The printer is not connected. Switch it on and check its cable.',
  busy: 'Another program or tab is using the printer. Close it.',
  silent: 'The printer has stopped. Check its paper and its cover.',
  forgotten: 'This browser forgets Bluetooth printers when the page closes. Choose the printer again.',
  unloaded: 'This device cannot print receipts yet. Connect to the internet once.',
  unknown: 'The receipt could not be printed.',
}
export const wait = (count: number) =>
  count === 1 ? '1 print is waiting for the printer' : `${count} prints are waiting for the printer`
export const notPrinted = (count: number) => `${count} not printed`
export const printsLater = 'It prints by itself as soon as the printer is ready. The sales are safe.'
export const printNow = 'Print now'
export const discard = 'Discard'
