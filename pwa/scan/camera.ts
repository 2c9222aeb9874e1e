import * as words from './scan-words.ts'

/**
 * Reads barcodes with the camera: the browser's own detector if it has one, else html5-qrcode. No other module knows
 * which.
 */

export type CameraTrouble = 'refused' | 'no_camera' | 'broken'

export class CameraError extends Error {
  readonly trouble: CameraTrouble

  constructor(trouble: CameraTrouble) {
    super(words.troubles[trouble])
    this.trouble = trouble
  }
}

/**
 * Shows the camera inside `host` and calls `onCode` for each code in view: once, until another code or 1.5 s without
 * it. Resolves to the stop function once the picture runs.
 * @throws {CameraError} if there is no picture
 */
export async function watchCamera(host: HTMLElement, onCode: (code: string) => void): Promise<() => void> {
  if (!navigator.mediaDevices) throw new CameraError('no_camera')
  const report = once(onCode)
  try {
    const formats = await nativeFormats()
    return formats.length > 0 ? await watchNatively(host, formats, report) : await watchByLibrary(host, report)
  } catch (error) {
    throw new CameraError(troubleOf(error))
  }
}

interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

const WANTED = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'code_39', 'itf', 'qr_code']
const AGAIN_MS = 1500
const LOOK_EVERY_MS = 120

const detectorClass = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

/** Some browsers have the class but support no formats: then it is useless. */
async function nativeFormats(): Promise<string[]> {
  const supported = (await detectorClass()?.getSupportedFormats()) ?? []
  return WANTED.filter(format => supported.includes(format))
}

async function watchNatively(
  host: HTMLElement,
  formats: string[],
  report: (code: string) => void,
): Promise<() => void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const video = document.createElement('video')
  Object.assign(video, { srcObject: stream, muted: true, playsInline: true })
  host.replaceChildren(video)
  await video.play()
  const detector = new (detectorClass()!)({ formats })
  const timer = setInterval(() => {
    void detector.detect(video).then(codes => codes.forEach(({ rawValue }) => report(rawValue)), ignoreUnreadyPicture)
  }, LOOK_EVERY_MS)
  return () => {
    clearInterval(timer)
    for (const track of stream.getTracks()) track.stop()
    host.replaceChildren()
  }
}

async function watchByLibrary(host: HTMLElement, report: (code: string) => void): Promise<() => void> {
  const { Html5Qrcode } = await import('html5-qrcode')
  host.id ||= `camera-${crypto.randomUUID()}`
  const reader = new Html5Qrcode(host.id)
  await reader.start(
    { facingMode: 'environment' },
    { fps: 10, qrbox: (width, height) => ({ width: width * 0.8, height: height * 0.5 }) },
    report,
    undefined,
  )
  return () => void reader.stop().then(() => reader.clear())
}

/** A code stays in view for many frames and counts once. */
function once(onCode: (code: string) => void) {
  let last = ''
  let at = -Infinity
  return (code: string) => {
    const isNew = code !== last || performance.now() - at > AGAIN_MS
    last = code
    at = performance.now()
    if (isNew) onCode(code)
  }
}

function ignoreUnreadyPicture(error: unknown) {
  if (!(error instanceof DOMException)) throw error
}

/** The library rejects with text that begins with the browser's name of the error. */
function troubleOf(error: unknown): CameraTrouble {
  const name = error instanceof DOMException ? error.name : String(error)
  if (/NotAllowed|Permission|Security/.test(name)) return 'refused'
  if (/NotFound|Overconstrained|DevicesNotFound/.test(name)) return 'no_camera'
  return 'broken'
}
