/** The parts of the browser's interfaces to devices that printing needs; TypeScript knows none of them. */

export interface UsbDevice {
  vendorId: number
  productId: number
  productName?: string
  serialNumber?: string
  opened: boolean
  configuration: UsbConfiguration | null
  open: () => Promise<void>
  close: () => Promise<void>
  selectConfiguration: (value: number) => Promise<void>
  claimInterface: (number: number) => Promise<void>
  releaseInterface: (number: number) => Promise<void>
  transferOut: (endpoint: number, bytes: Uint8Array) => Promise<{ status: string }>
}
interface UsbConfiguration {
  interfaces: { interfaceNumber: number; alternate: { interfaceClass: number; endpoints: UsbEndpoint[] } }[]
}
interface UsbEndpoint {
  endpointNumber: number
  direction: 'in' | 'out'
  type: string
}
interface Usb extends EventTarget {
  getDevices: () => Promise<UsbDevice[]>
  requestDevice: (options: { filters: object[] }) => Promise<UsbDevice>
}

export interface SerialPort {
  writable: WritableStream<Uint8Array> | null
  open: (options: { baudRate: number }) => Promise<void>
  close: () => Promise<void>
  getInfo: () => { usbVendorId?: number; usbProductId?: number }
}
interface Serial extends EventTarget {
  getPorts: () => Promise<SerialPort[]>
  requestPort: () => Promise<SerialPort>
}

export interface BluetoothDevice {
  id: string
  name?: string
  gatt?: { connected: boolean; connect: () => Promise<BluetoothServer> }
}
interface BluetoothServer {
  getPrimaryService: (uuid: string) => Promise<{ getCharacteristic: (uuid: string) => Promise<BluetoothWriter> }>
}
export interface BluetoothWriter {
  properties: { write: boolean }
  writeValueWithResponse: (bytes: Uint8Array) => Promise<void>
  writeValueWithoutResponse: (bytes: Uint8Array) => Promise<void>
}
interface Bluetooth {
  /** Absent in most browsers: they forget Bluetooth devices with the page. */
  getDevices?: () => Promise<BluetoothDevice[]>
  requestDevice: (options: { filters: object[]; optionalServices: string[] }) => Promise<BluetoothDevice>
}

/** What this browser has of them. */
export const devices = () => navigator as Navigator & { usb?: Usb; serial?: Serial; bluetooth?: Bluetooth }
