import { createRequire } from 'node:module'

interface Row {
  set: (at: number) => void
}
interface Reader {
  decodeRow: (number: number, row: Row, hints: undefined) => { getText: () => string }
}
interface ZXing {
  BitArray: new (size: number) => Row
  Code128Reader: new () => Reader
  EAN13Reader: new () => Reader
  MultiFormatOneDReader: new (hints: Map<number, number[]>) => Reader
  DecodeHintType: { POSSIBLE_FORMATS: number }
  BarcodeFormat: { EAN_8: number }
  ChecksumException: new () => Error
}

/** The till's fallback scanner, whose types omit some of its API. */
const {
  BitArray,
  Code128Reader,
  EAN13Reader,
  MultiFormatOneDReader,
  DecodeHintType,
  BarcodeFormat,
  ChecksumException,
} = createRequire(import.meta.url)('html5-qrcode/third_party/zxing-js.umd.js') as ZXing

const READERS = {
  code128: () => new Code128Reader(),
  ean13: () => new EAN13Reader(),
  ean8: () => new MultiFormatOneDReader(new Map([[DecodeHintType.POSSIBLE_FORMATS, [BarcodeFormat.EAN_8]]])),
}
const QUIET = 20
const DOTS = 3

/**
 * What a scanner reads from modules, dark ones as 1, on light paper. @throws if it reads nothing; WrongCheck if it
 * reads an invalid code
 */
export function readBars(modules: string, kind: keyof typeof READERS): string {
  const row = new BitArray((modules.length + 2 * QUIET) * DOTS)
  for (const [i, module] of [...modules].entries())
    if (module === '1') for (let dot = 0; dot < DOTS; dot++) row.set((QUIET + i) * DOTS + dot)
  return READERS[kind]().decodeRow(0, row, undefined).getText()
}

export const WrongCheck = ChecksumException
