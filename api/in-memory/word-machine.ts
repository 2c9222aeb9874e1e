/**
 * Four loops over bitmaps as a WebAssembly module, written out here so that no compiler is needed. JavaScript has no
 * instruction that counts bits: the same loops in it take seven times as long, and Roaring bitmaps from npm (no native
 * build) eighty times. `tests/bench/README.md` has the figures.
 */
const [I32, I64, NOTHING] = [0x7f, 0x7e, 0x40]
const [LOOP, END, REPEAT_IF] = [0x03, 0x0b, 0x0d]
const [ADD_32, SUBTRACT_32, ADD_64, NARROW] = [0x6a, 0x6b, 0x7c, 0xa7]
const [LOAD, STORE] = [0x29, 0x37]
const COUNT_BITS = [0x7b]
const AND = [0x83]
const OR = [0x84]
/** a and not b. */
const AND_NOT = [0x42, 0x7f, 0x85, 0x83]

/** Bytes that a turn of a loop takes: a bitmap's length is a multiple. */
export const TURN = 32
const EACH = [0, 8, 16, 24]

const unsigned = (n: number): number[] => (n < 128 ? [n] : [(n & 127) | 128, ...unsigned(n >>> 7)])
const list = (parts: number[][]) => [...unsigned(parts.length), ...parts.flat()]
const section = (id: number, content: number[]) => [id, ...unsigned(content.length), ...content]
const text = (letters: string) => [...unsigned(letters.length), ...new TextEncoder().encode(letters)]
const get = (local: number) => [0x20, local]
const set = (local: number) => [0x21, local]
const keep = (local: number) => [0x22, local]
const number = (n: number) => [0x41, ...unsigned(n)]
const load = (address: number, at: number) => [...get(address), LOAD!, 3, ...unsigned(at)]

/** Repeats a step and moves the addresses on until the bytes, the last of the parameters, are gone. */
const over = (addresses: number[], bytes: number, step: number[]) => [
  LOOP!,
  NOTHING!,
  ...step,
  ...addresses.flatMap(local => [...get(local), ...number(TURN), ADD_32!, ...set(local)]),
  ...get(bytes),
  ...number(TURN),
  SUBTRACT_32!,
  ...keep(bytes),
  REPEAT_IF!,
  0,
  END!,
]

/** (a, b, bytes) → how many bits both have. */
const countBoth = [
  ...over([0, 1], 2, [
    ...get(3),
    ...EACH.flatMap(at => [...load(0, at), ...load(1, at), ...AND, ...COUNT_BITS, ADD_64!]),
    ...set(3),
  ]),
  ...get(3),
  NARROW!,
]

/** (into, a, b, bytes): each word of a and b, combined. */
const combine = (how: number[]) =>
  over(
    [0, 1, 2],
    3,
    EACH.flatMap(at => [...get(0), ...load(1, at), ...load(2, at), ...how, STORE!, 3, ...unsigned(at)]),
  )

const body = (code: number[], locals: number[][]) => {
  const whole = [...list(locals), ...code, END!]
  return [...unsigned(whole.length), ...whole]
}

/** `\0asm`, version 1. */
const HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]

const MODULE = new Uint8Array([
  ...HEAD,
  ...section(
    1,
    list([
      [0x60, ...list([[I32!], [I32!], [I32!]]), 1, I32!],
      [0x60, ...list([[I32!], [I32!], [I32!], [I32!]]), 0],
    ]),
  ),
  ...section(2, list([[...text('shop'), ...text('memory'), 2, 0, 1]])),
  ...section(3, list([[0], [1], [1], [1]])),
  ...section(7, list(['countBoth', 'and', 'or', 'andNot'].map((name, i) => [...text(name), 0, i]))),
  ...section(10, list([body(countBoth, [[1, I64!]]), ...[AND, OR, AND_NOT].map(how => body(combine(how), []))])),
])

type Combining = (...params: [into: number, a: number, b: number, bytes: number]) => void

/** Addresses and lengths in bytes. */
export interface WordMachine {
  countBoth: (a: number, b: number, bytes: number) => number
  and: Combining
  or: Combining
  andNot: Combining
}

let compiled: WebAssembly.Module | null = null

export function wordMachine(memory: WebAssembly.Memory): WordMachine {
  compiled ??= new WebAssembly.Module(MODULE)
  return new WebAssembly.Instance(compiled, { shop: { memory } }).exports as unknown as WordMachine
}
