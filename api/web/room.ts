/** What is kept is counted with what it takes to keep it. */
const EACH = 1_000

interface Kept<T> {
  value: T
  bytes: number
}

/** Values by name, the least used leaving first when there is no room for more. */
export class Room<T> {
  readonly #most: number
  readonly #kept = new Map<string, Kept<T>>()
  #bytes = 0

  constructor(most: number) {
    this.#most = most
  }

  get bytes(): number {
    return this.#bytes
  }

  get(name: string): T | undefined {
    const kept = this.#kept.get(name)
    if (!kept) return undefined
    this.#kept.delete(name)
    this.#kept.set(name, kept)
    return kept.value
  }

  put(name: string, value: T, size: number): void {
    this.drop(name)
    const bytes = EACH + 2 * name.length + size
    if (bytes > this.#most) return
    this.#kept.set(name, { value, bytes })
    this.#bytes += bytes
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#most) return
      this.drop(oldest)
    }
  }

  drop(name: string): void {
    this.#bytes -= this.#kept.get(name)?.bytes ?? 0
    this.#kept.delete(name)
  }
}
