import { writeFileSync } from 'node:fs'

const [WIDTH, HEIGHT] = [640, 480]
const MODULE_PX = 4
const BARS = { left: 130, top: 140, bottom: 340 }
const [BLACK, WHITE, NO_COLOUR] = [16, 235, 128]

/** Writes a film, in YUV4MPEG2, of an EAN-13 barcode held still before the camera. */
export function writeFilmOf(code: string, path: string): void {
  const row = Buffer.alloc(WIDTH, WHITE)
  for (const [at, module] of [...modulesOf(code)].entries())
    if (module === '1') row.fill(BLACK, BARS.left + at * MODULE_PX, BARS.left + (at + 1) * MODULE_PX)
  const light = Buffer.alloc(WIDTH * HEIGHT, WHITE)
  for (let y = BARS.top; y < BARS.bottom; y++) row.copy(light, y * WIDTH)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((WIDTH * HEIGHT) / 2, NO_COLOUR)])
  writeFileSync(path, Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420\n`), frame, frame]))
}

const DIGITS = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
]
/** Which of the six left digits use an even set: this encodes the first digit without bars of its own. */
const EVEN = ['000000', '001011', '001101', '001110', '010011', '011001', '011100', '010101', '010110', '011010']

/** The 95 modules of an EAN-13 code, 1 for a bar. */
function modulesOf(code: string): string {
  const [first, ...digits] = [...code].map(Number)
  const right = (digit: number) => DIGITS[digit]!.replaceAll(/./g, module => (module === '0' ? '1' : '0'))
  const left = (digit: number, at: number) =>
    EVEN[first!]![at] === '0' ? DIGITS[digit]! : [...right(digit)].toReversed().join('')
  return `101${digits.slice(0, 6).map(left).join('')}01010${digits.slice(6).map(right).join('')}101`
}
