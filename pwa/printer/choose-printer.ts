import { chooseBluetooth } from './bluetooth-printer.ts'
import { devices } from './device-apis.ts'
import { LINKS, type KnownPrinter, type Link } from './printer-setup.ts'
import { chooseSerial } from './serial-printer.ts'
import { chooseUsb } from './usb-printer.ts'

/** The ways to a printer that this browser has. */
export const linksHere = (): Link[] => LINKS.filter(link => devices()[link] !== undefined)

/** Opens the browser's list of printers; null if nothing was chosen. Only after a press. */
export function choosePrinter(link: Link): Promise<KnownPrinter | null> {
  if (link === 'usb') return chooseUsb()
  return link === 'serial' ? chooseSerial() : chooseBluetooth()
}
