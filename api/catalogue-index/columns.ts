const grown = { Float64: Float64Array, Uint32: Uint32Array, Uint16: Uint16Array, Uint8: Uint8Array }
type Kinds = typeof grown
type Shape = Record<string, keyof Kinds>
type Arrays<S extends Shape> = { -readonly [Name in keyof S]: InstanceType<Kinds[S[Name]]> }

/** Typed arrays of one length, which grow together. */
export class Columns<S extends Shape> {
  #shape: S
  length: number
  of: Arrays<S>

  constructor(shape: S, length: number) {
    this.#shape = shape
    this.length = length
    this.of = this.#arrays(length)
  }

  grow(length: number): void {
    const before = this.of
    this.of = this.#arrays(length)
    this.length = length
    for (const name of Object.keys(before)) this.of[name]!.set(before[name]!)
  }

  /** Takes over arrays that were written to a file. */
  replace(arrays: Arrays<S>, length: number): void {
    this.of = arrays
    this.length = length
  }

  #arrays(length: number): Arrays<S> {
    return Object.fromEntries(
      Object.entries(this.#shape).map(([name, kind]) => [name, new grown[kind](length)]),
    ) as Arrays<S>
  }
}
