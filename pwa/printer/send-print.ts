import type { ReceiptContent } from '#pwa/receipt/receipt-content.ts'
import type { Slip } from '#pwa/shifts/shift-slip.ts'
import { sendByBluetooth } from './bluetooth-printer.ts'
import type { PrinterSetup } from './printer-setup.ts'
import { drawerCommands, receiptCommands, slipCommands, testCommands, type TestPrint } from './receipt-commands.ts'
import { sendBySerial } from './serial-printer.ts'
import { sendByUsb } from './usb-printer.ts'

/** Sends a receipt to the printer. @throws NotPrinted */
export const sendReceipt = (setup: PrinterSetup, content: ReceiptContent, drawer: boolean): Promise<void> =>
  send(setup, receiptCommands(content, setup, drawer))

/** Sends the report of a shift to the printer. @throws NotPrinted */
export const sendSlip = (setup: PrinterSetup, slip: Slip): Promise<void> => send(setup, slipCommands(slip, setup))

/** @throws NotPrinted */
export const openDrawer = (setup: PrinterSetup): Promise<void> => send(setup, drawerCommands(setup))

/** @throws NotPrinted */
export const sendTest = (setup: PrinterSetup, test: TestPrint): Promise<void> => send(setup, testCommands(setup, test))

function send({ printer, baud }: PrinterSetup, bytes: Uint8Array): Promise<void> {
  if (printer.link === 'usb') return sendByUsb(printer, bytes)
  if (printer.link === 'serial') return sendBySerial(printer, bytes, baud)
  return sendByBluetooth(printer, bytes)
}
