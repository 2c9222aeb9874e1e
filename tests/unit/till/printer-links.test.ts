import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chooseBluetooth, sendByBluetooth } from '#pwa/printer/bluetooth-printer.ts'
import { choosePrinter, linksHere } from '#pwa/printer/choose-printer.ts'
import { NotPrinted } from '#pwa/printer/not-printed.ts'
import type { KnownPrinter } from '#pwa/printer/printer-setup.ts'
import { sendBySerial } from '#pwa/printer/serial-printer.ts'
import { sendByUsb } from '#pwa/printer/usb-printer.ts'

const BYTES = Uint8Array.from({ length: 250 }, (_, index) => index)
const written: number[][] = []
const did: string[] = []

beforeEach(() => {
  written.length = 0
  did.length = 0
})
afterEach(() => vi.unstubAllGlobals())

const cancelled = async () => {
  throw new DOMException('No device selected.', 'NotFoundError')
}
const broken = async () => {
  throw new DOMException('A transfer error has occurred.', 'NetworkError')
}
const fault = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof NotPrinted ? error.fault : String(error)),
  )

const SERIAL: KnownPrinter = { link: 'serial', name: '', vendor: 1, product: 2 }
const aPort = (how: { write?: () => Promise<void>; open?: () => Promise<void>; close?: () => Promise<void> } = {}) => ({
  writable: new WritableStream<Uint8Array>({
    write: async chunk => {
      await how.write?.()
      written.push([...chunk])
    },
    close: async () => void did.push('flushed'),
  }),
  open: async ({ baudRate }: { baudRate: number }) => {
    did.push(`open at ${baudRate}`)
    await how.open?.()
  },
  close: async () => {
    did.push('close')
    await how.close?.()
  },
  getInfo: () => ({ usbVendorId: 1, usbProductId: 2 }),
})
const withPorts = (...ports: object[]) => vi.stubGlobal('navigator', { serial: { getPorts: async () => ports } })

test('writes to the serial port at its speed, empties its buffer and lets it go', async () => {
  withPorts({ ...aPort(), getInfo: () => ({}) }, aPort())
  await sendBySerial(SERIAL, BYTES, 19_200)
  expect(written).toEqual([[...BYTES]])
  expect(did).toEqual(['open at 19200', 'flushed', 'close'])
})

test('names what is wrong with a serial printer, and lets its port go', async () => {
  withPorts()
  expect(await fault(sendBySerial(SERIAL, BYTES, 9600))).toBe('away')
  withPorts(aPort({ open: broken }))
  expect(await fault(sendBySerial(SERIAL, BYTES, 9600))).toBe('busy')
  did.length = 0
  withPorts(aPort({ write: broken, close: broken }))
  expect(await fault(sendBySerial(SERIAL, BYTES, 9600))).toBe('silent')
  expect(did).toEqual(['open at 9600', 'close'])
})

test('gives up a printer that takes no bytes and never answers', async () => {
  vi.useFakeTimers()
  try {
    withPorts(aPort({ write: () => new Promise(() => {}) }))
    const sent = fault(sendBySerial(SERIAL, BYTES, 9600))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await sent).toBe('silent')
    expect(did.at(-1)).toBe('close')
  } finally {
    vi.useRealTimers()
  }
})

const USB: KnownPrinter = { link: 'usb', name: 'POS58', vendor: 1, product: 2, serial: 'B' }
const aUsbPrinter = (serialNumber: string, { status = 'ok', interfaceClass = 7 } = {}) => ({
  vendorId: 1,
  productId: 2,
  serialNumber,
  productName: 'POS58',
  configuration: {
    interfaces: [
      { interfaceNumber: 0, alternate: { interfaceClass: 3, endpoints: [] } },
      {
        interfaceNumber: 1,
        alternate: { interfaceClass, endpoints: [{ endpointNumber: 3, direction: 'out', type: 'bulk' }] },
      },
    ],
  },
  open: async () => void did.push(`open ${serialNumber}`),
  close: async () => void did.push('close'),
  claimInterface: async (number: number) => void did.push(`claim ${number}`),
  releaseInterface: async (number: number) => void did.push(`release ${number}`),
  transferOut: async (endpoint: number, bytes: Uint8Array) => {
    did.push(`to ${endpoint}`)
    written.push([...bytes])
    return { status }
  },
})
const withUsb = (...printers: object[]) =>
  vi.stubGlobal('navigator', { usb: { getDevices: async () => printers, requestDevice: cancelled } })

test.each([7, 255])(
  'finds the chosen USB printer among two alike, and its way in, of class %i',
  async interfaceClass => {
    withUsb(aUsbPrinter('A'), aUsbPrinter('B', { interfaceClass }))
    await sendByUsb(USB, BYTES)
    expect(did).toEqual(['open B', 'claim 1', 'to 3', 'release 1', 'close'])
    expect(written).toEqual([[...BYTES]])
  },
)

test('names what is wrong with a USB printer, and lets it go', async () => {
  withUsb()
  expect(await fault(sendByUsb(USB, BYTES))).toBe('away')
  withUsb({ ...aUsbPrinter('B'), claimInterface: broken })
  expect(await fault(sendByUsb(USB, BYTES))).toBe('busy')
  withUsb(aUsbPrinter('B', { status: 'stall' }))
  expect(await fault(sendByUsb(USB, BYTES))).toBe('silent')
  expect(did.at(-1)).toBe('close')
  withUsb({ ...aUsbPrinter('B'), transferOut: broken, close: broken })
  expect(await fault(sendByUsb(USB, BYTES))).toBe('silent')
})

const aBluetoothPrinter = ({ service = '49535343-fe7d-4ae5-8fa9-9fafd205e455', write = true, fails = false } = {}) => ({
  id: 'bt',
  name: 'Printer001',
  gatt: {
    connect: async () => ({
      getPrimaryService: async (uuid: string) => {
        if (uuid !== service) throw new DOMException('No such service.', 'NotFoundError')
        return {
          getCharacteristic: async () => ({
            properties: { write },
            writeValueWithResponse: async (bytes: Uint8Array) =>
              void (fails ? await broken() : written.push([...bytes])),
            writeValueWithoutResponse: async (bytes: Uint8Array) => void did.push(`${bytes.length} unanswered`),
          }),
        }
      },
    }),
  },
})
async function chosenByBluetooth(printer: object): Promise<KnownPrinter> {
  vi.stubGlobal('navigator', { bluetooth: { requestDevice: async () => printer } })
  return (await chooseBluetooth())!
}

test('writes to a Bluetooth printer in small pieces, in order, by the service that it has', async () => {
  const known = await chosenByBluetooth(aBluetoothPrinter())
  expect(known).toEqual({ link: 'bluetooth', name: 'Printer001', id: 'bt' })
  await sendByBluetooth(known, BYTES)
  expect(written.map(({ length }) => length)).toEqual([100, 100, 50])
  expect(written.flat()).toEqual([...BYTES])
  await sendByBluetooth(await chosenByBluetooth(aBluetoothPrinter({ write: false })), BYTES)
  expect(did).toEqual(['100 unanswered', '100 unanswered', '50 unanswered'])
})

test('names what is wrong with a Bluetooth printer', async () => {
  const known = await chosenByBluetooth(aBluetoothPrinter({ fails: true }))
  expect(await fault(sendByBluetooth(known, BYTES))).toBe('silent')
  expect(await fault(sendByBluetooth(await chosenByBluetooth(aBluetoothPrinter({ service: 'x' })), BYTES))).toBe('away')
  expect(await fault(sendByBluetooth({ ...known, id: 'another' }, BYTES))).toBe('forgotten')
})

test('offers only the links that this browser has, and takes no choice for none', async () => {
  withUsb()
  expect(linksHere()).toEqual(['usb'])
  expect(await choosePrinter('usb')).toBeNull()
  vi.stubGlobal('navigator', {})
  expect(linksHere()).toEqual([])
})
