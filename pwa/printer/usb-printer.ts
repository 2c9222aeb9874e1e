import { devices, type UsbDevice } from './device-apis.ts'
import { chosen, NotPrinted, quietly, step, stepInTime } from './not-printed.ts'
import type { KnownPrinter } from './printer-setup.ts'

const PRINTERS = 7
/** Makers whose printers do not call themselves printers: Epson, Star, Bixolon, Citizen, and makers of cheap ones. */
const MAKERS = [0x04b8, 0x0519, 0x1504, 0x1d90, 0x0416, 0x0483, 0x0fe6, 0x1fc9]

/** Lets a person choose a printer from the browser's list; null if they chose none. */
export async function chooseUsb(): Promise<KnownPrinter | null> {
  const filters = [{ classCode: PRINTERS }, ...MAKERS.map(vendorId => ({ vendorId }))]
  const device = await chosen(() => devices().usb!.requestDevice({ filters }))
  return (
    device && {
      link: 'usb',
      name: device.productName ?? '',
      vendor: device.vendorId,
      product: device.productId,
      ...(device.serialNumber && { serial: device.serialNumber }),
    }
  )
}

/** Sends bytes to the printer, which is held no longer than that: each tab of the till can print. @throws NotPrinted */
export async function sendByUsb(known: KnownPrinter, bytes: Uint8Array): Promise<void> {
  const device = await foundAgain(known)
  try {
    const { number, endpoint } = await step('busy', () => claimed(device))
    const { status } = await stepInTime(() => device.transferOut(endpoint, bytes))
    if (status !== 'ok') throw new NotPrinted('silent')
    await quietly(() => device.releaseInterface(number))
  } finally {
    await quietly(() => device.close())
  }
}

async function foundAgain({ vendor, product, serial }: KnownPrinter): Promise<UsbDevice> {
  const found = (await step('away', async () => (await devices().usb?.getDevices()) ?? [])).filter(
    ({ vendorId, productId }) => vendorId === vendor && productId === product,
  )
  const device = found.find(({ serialNumber }) => serialNumber === serial) ?? found[0]
  if (!device) throw new NotPrinted('away')
  return device
}

async function claimed(device: UsbDevice): Promise<{ number: number; endpoint: number }> {
  await device.open()
  if (device.configuration === null) await device.selectConfiguration(1)
  const interfaces = device.configuration?.interfaces ?? []
  const outOf = ({ alternate }: (typeof interfaces)[number]) =>
    alternate.endpoints.find(({ direction, type }) => direction === 'out' && type === 'bulk')
  const face =
    interfaces.find(one => one.alternate.interfaceClass === PRINTERS && outOf(one)) ??
    interfaces.find(one => outOf(one) !== undefined)
  if (!face) throw new Error('It has no way in.')
  await device.claimInterface(face.interfaceNumber)
  return { number: face.interfaceNumber, endpoint: outOf(face)!.endpointNumber }
}
