/** What a page's fake USB printer did, as the page keeps it. */
export interface FakeUsb {
  /** All bytes of each transfer. */
  transfers: number[][]
  /** Whether it is plugged in, and takes bytes. */
  plugged: boolean
  state: 'ready' | 'silent' | 'broken'
}

/**
 * In the page, before its scripts: a USB receipt printer that the browser offers. It stays plugged in or not across
 * reloads; what it printed stays with the page.
 */
export function plugInPrinter(): void {
  const fake: FakeUsb = { transfers: [], plugged: localStorage.getItem('fake-unplugged') === null, state: 'ready' }
  const events = new EventTarget()
  let isOpen = false
  const device = {
    vendorId: 0x0416,
    productId: 0x5011,
    productName: 'POS58 Printer',
    serialNumber: 'A1',
    get opened() {
      return isOpen
    },
    configuration: {
      interfaces: [
        {
          interfaceNumber: 0,
          alternate: {
            interfaceClass: 7,
            endpoints: [
              { endpointNumber: 1, direction: 'in', type: 'bulk' },
              { endpointNumber: 2, direction: 'out', type: 'bulk' },
            ],
          },
        },
      ],
    },
    open: async () => {
      if (isOpen) throw new DOMException('It is open.', 'InvalidStateError')
      isOpen = true
    },
    close: async () => {
      isOpen = false
    },
    selectConfiguration: async () => {},
    claimInterface: async () => {},
    releaseInterface: async () => {},
    transferOut: async (endpoint: number, bytes: Uint8Array) => {
      if (!isOpen || endpoint !== 2) throw new DOMException('It is not open.', 'InvalidStateError')
      if (fake.state === 'broken') throw new DOMException('A transfer error has occurred.', 'NetworkError')
      fake.transfers.push([...bytes])
      return { status: 'ok', bytesWritten: bytes.length }
    },
  }
  const usb = Object.assign(events, {
    getDevices: async () => (fake.plugged ? [device] : []),
    requestDevice: async () => {
      if (!fake.plugged) throw new DOMException('No device selected.', 'NotFoundError')
      return device
    },
  })
  Object.defineProperty(Navigator.prototype, 'usb', { configurable: true, get: () => usb })
  Object.assign(globalThis, { fakeUsb: fake })
}
