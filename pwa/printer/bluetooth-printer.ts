import { devices, type BluetoothDevice, type BluetoothWriter } from './device-apis.ts'
import { chosen, NotPrinted, step, stepInTime } from './not-printed.ts'
import type { KnownPrinter } from './printer-setup.ts'

/** The services by which receipt printers take bytes, each with what is written to. */
const SERVICES = [
  ['000018f0-0000-1000-8000-00805f9b34fb', '00002af1-0000-1000-8000-00805f9b34fb'],
  ['49535343-fe7d-4ae5-8fa9-9fafd205e455', '49535343-8841-43f4-a8d4-ecbe34729bb3'],
] as const
/** What every Bluetooth printer takes at once. */
const CHUNK = 100

/** The chosen printer: a browser that forgets it with the page still has it here. */
let held: BluetoothDevice | null = null

/** Lets a person choose a printer near by from the browser's list; null if they chose none. */
export async function chooseBluetooth(): Promise<KnownPrinter | null> {
  const services = SERVICES.map(([service]) => service)
  held = await chosen(() =>
    devices().bluetooth!.requestDevice({
      filters: services.map(service => ({ services: [service] })),
      optionalServices: services,
    }),
  )
  return held && { link: 'bluetooth', name: held.name ?? '', id: held.id }
}

/** Sends bytes to the printer; the connection stays, because making one takes seconds. @throws NotPrinted */
export async function sendByBluetooth(known: KnownPrinter, bytes: Uint8Array): Promise<void> {
  const device = await foundAgain(known)
  const writer = await step('away', () => writerOf(device))
  await stepInTime(async () => {
    for (let from = 0; from < bytes.length; from += CHUNK) {
      const chunk = bytes.slice(from, from + CHUNK)
      if (writer.properties.write) await writer.writeValueWithResponse(chunk)
      else await writer.writeValueWithoutResponse(chunk)
    }
  }, 30_000)
}

async function foundAgain({ id }: KnownPrinter): Promise<BluetoothDevice> {
  if (held?.id !== id) held = (await devices().bluetooth?.getDevices?.())?.find(one => one.id === id) ?? null
  if (!held) throw new NotPrinted('forgotten')
  return held
}

async function writerOf({ gatt }: BluetoothDevice): Promise<BluetoothWriter> {
  const server = await gatt!.connect()
  let last: unknown
  for (const [service, characteristic] of SERVICES)
    try {
      return await (await server.getPrimaryService(service)).getCharacteristic(characteristic)
    } catch (error) {
      last = error
    }
  throw last
}
