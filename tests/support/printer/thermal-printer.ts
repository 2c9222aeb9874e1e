const ESC = 0x1b
const GS = 0x1d
const FS = 0x1c

/** What came out of a printer: rows of paper in words, and what it did besides. */
export interface Printed {
  rows: string[]
  /** The dots of each picture, '#' for black. */
  pictures: string[][]
  drawer: number
  cuts: number
}

/**
 * A receipt printer that understands the ESC/POS commands of our receipts and refuses every other byte. Each row shows
 * its look: `B|` bold, `2x2|` size; letters stand where the printer puts them, on paper of this many columns.
 */
export function thermalPrinter(bytes: Uint8Array, columns: number): Printed {
  const printed: Printed = { rows: [], pictures: [], drawer: 0, cuts: 0 }
  const state = { bold: false, wide: 1, tall: 1, align: 0, text: '', looks: new Set<string>(), qr: '' }
  let at = 0
  const next = () => {
    if (at >= bytes.length) throw new Error('The bytes end within a command.')
    return bytes[at++]!
  }
  const take = (count: number) => Array.from({ length: count }, next)
  const refuse = (...command: number[]): never => {
    throw new Error(`Unknown command ${command.map(byte => byte.toString(16)).join(' ')} before byte ${at}.`)
  }
  const placed = (text: string, width = text.length) =>
    ' '.repeat(Math.max(0, [0, Math.floor((columns - width) / 2), columns - width][state.align]!)) + text
  const feed = () => {
    const width = [...state.text].length * state.wide
    if (width > columns) throw new Error(`A row is wider than the paper: ${state.text}`)
    const look = [...state.looks].join(' ')
    printed.rows.push(`${look && state.text.trim() ? `${look}| ` : ''}${placed(state.text, width)}`.trimEnd())
    state.text = ''
    state.looks.clear()
  }
  const write = (byte: number) => {
    if (byte < 0x20 || byte > 0x7e) refuse(byte)
    const letter = String.fromCharCode(byte)
    state.text += letter
    if (letter === ' ') return
    if (state.bold) state.looks.add('B')
    if (state.wide > 1 || state.tall > 1) state.looks.add(`${state.wide}x${state.tall}`)
  }
  const picture = (): void => {
    if (next() !== 0x30) refuse(GS, 0x76)
    const [, wl, wh, hl, hh] = take(5) as [number, number, number, number, number]
    const [width, height] = [wl + wh * 256, hl + hh * 256]
    const rows = Array.from({ length: height }, () =>
      take(width)
        .map(byte => byte.toString(2).padStart(8, '0').replaceAll('0', '.').replaceAll('1', '#'))
        .join(''),
    )
    printed.pictures.push(rows)
    printed.rows.push(placed(`[picture ${width * 8}x${height}]`))
  }
  const square = (): void => {
    const [low, high, , fn] = [next(), next(), next(), next()]
    const told = take(low + high * 256 - 2)
    if (fn === 0x50) state.qr = String.fromCharCode(...told.slice(1))
    if (fn === 0x51) printed.rows.push(placed(`[QR ${state.qr}]`))
  }
  const bars = () => {
    const [type, length] = [next(), next()]
    printed.rows.push(
      placed(`[bars ${type === 73 ? 'CODE128' : type} ${String.fromCharCode(...take(length)).replace('{B', '')}]`),
    )
  }
  const leaveChinese = () => {
    if (next() !== 0x2e) refuse(FS)
  }
  const escape: Record<number, () => void> = {
    0x40: () => Object.assign(state, { bold: false, wide: 1, tall: 1, align: 0, text: '' }),
    0x45: () => void (state.bold = next() === 1),
    0x61: () => void (state.align = next()),
    0x74: () => void next(),
    0x4d: () => void next(),
    0x70: () => void (take(3), (printed.drawer += 1)),
  }
  const group: Record<number, () => void> = {
    0x21: () => {
      const size = next()
      Object.assign(state, { wide: (size >> 4) + 1, tall: (size & 15) + 1 })
    },
    0x56: () => void (next(), (printed.cuts += 1), printed.rows.push('-- cut --')),
    0x68: () => void next(),
    0x77: () => void next(),
    0x48: () => void next(),
    0x6b: bars,
    0x76: picture,
    0x28: () => (next() === 0x6b ? square() : refuse(GS, 0x28)),
  }
  while (at < bytes.length) {
    const byte = next()
    if (byte === 0x0a) feed()
    else if (byte === FS) leaveChinese()
    else if (byte === ESC || byte === GS) {
      const command = next()
      const run = (byte === ESC ? escape : group)[command]
      if (run) run()
      else refuse(byte, command)
    } else write(byte)
  }
  return printed
}
