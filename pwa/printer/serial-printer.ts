import { devices, type SerialPort } from './device-apis.ts'
import { chosen, NotPrinted, quietly, step, stepInTime } from './not-printed.ts'
import type { KnownPrinter } from './printer-setup.ts'

/** Lets a person choose a serial port from the browser's list; null if they chose none. */
export async function chooseSerial(): Promise<KnownPrinter | null> {
  const port = await chosen(() => devices().serial!.requestPort())
  if (!port) return null
  const { usbVendorId, usbProductId } = port.getInfo()
  return {
    link: 'serial',
    name: '',
    ...(usbVendorId !== undefined && { vendor: usbVendorId }),
    ...(usbProductId !== undefined && { product: usbProductId }),
  }
}

/** Sends bytes to the printer at a port, which is held no longer than that. @throws NotPrinted */
export async function sendBySerial(known: KnownPrinter, bytes: Uint8Array, baudRate: number): Promise<void> {
  const port = await foundAgain(known)
  try {
    await step('busy', () => port.open({ baudRate }))
    await write(port, bytes)
  } finally {
    await quietly(() => port.close())
  }
}

async function foundAgain({ vendor, product }: KnownPrinter): Promise<SerialPort> {
  const ports = await step('away', async () => (await devices().serial?.getPorts()) ?? [])
  const port = ports.find(one => {
    const { usbVendorId, usbProductId } = one.getInfo()
    return usbVendorId === vendor && usbProductId === product
  })
  if (!port) throw new NotPrinted('away')
  return port
}

async function write(port: SerialPort, bytes: Uint8Array): Promise<void> {
  const writer = port.writable!.getWriter()
  try {
    await stepInTime(async () => {
      await writer.write(bytes)
      // Sends what is still in a buffer, which closing the port would drop.
      await writer.close()
    })
  } catch (error) {
    await quietly(() => writer.abort())
    throw error
  } finally {
    writer.releaseLock()
  }
}
