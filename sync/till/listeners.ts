export interface Listeners {
  tell: () => void
  /** Calls back at each change. @returns the unsubscribe function */
  subscribe: (listener: () => void) => () => void
}

export function createListeners(): Listeners {
  const all = new Set<() => void>()
  return {
    tell() {
      for (const listener of all) listener()
    },
    subscribe(listener) {
      all.add(listener)
      return () => void all.delete(listener)
    },
  }
}
