import { atomWithStorage } from 'jotai/utils'

export const LINKS = ['usb', 'serial', 'bluetooth'] as const
/** How the printer is reached. */
export type Link = (typeof LINKS)[number]

/** What finds a chosen printer again, as far as its link tells. */
export interface KnownPrinter {
  link: Link
  name: string
  vendor?: number
  product?: number
  serial?: string
  /** Of a Bluetooth printer. */
  id?: string
}

/** The receipt printer of this device. */
export interface PrinterSetup {
  printer: KnownPrinter
  /** The paper's width in mm. */
  paper: 58 | 80
  language: 'esc-pos' | 'star-prnt'
  /** Of a serial link. */
  baud: number
  /** Prints each sale's receipt by itself. */
  automatic: boolean
  /** Opens the drawer for cash. */
  drawer: boolean
}

/** Stored in the browser, because the printer stands beside this device; null while there is none. */
export const printerSetup = atomWithStorage<PrinterSetup | null>('till-printer', null, undefined, { getOnInit: true })

export const aSetup = (printer: KnownPrinter): PrinterSetup => ({
  printer,
  paper: 80,
  language: printer.vendor === STAR ? 'star-prnt' : 'esc-pos',
  baud: 9600,
  automatic: true,
  drawer: true,
})

/** Its printers understand another language. */
const STAR = 0x0519
