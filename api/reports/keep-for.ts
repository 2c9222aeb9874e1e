interface Kept<Value> {
  until: number
  value: Promise<Value>
}

/**
 * Caches the results of an expensive read by key, for this many ms, in this process. Parallel callers share a running
 * read; failures are not cached. For as long again, the old result is returned while a new one is read, so that a
 * frequent viewer waits once.
 */
export function keepFor<Value extends object | string>(
  ms: number,
  read: (key: string) => Promise<Value>,
): { get: (key: string) => Promise<Value>; forget: () => void } {
  const kept = new Map<string, Kept<Value>>()

  function begin(key: string): Promise<Value> {
    const begun = { until: Date.now() + ms, value: read(key) }
    kept.set(key, begun)
    begun.value.catch(() => {
      if (kept.get(key) === begun) kept.delete(key)
    })
    return begun.value
  }

  /** The old result stays until the new one is there. */
  async function renew(key: string, old: Kept<Value>): Promise<void> {
    old.until = Date.now() + ms
    const value = await read(key).catch(() => undefined)
    if (kept.get(key) !== old) return
    if (value === undefined) kept.delete(key)
    else kept.set(key, { until: Date.now() + ms, value: Promise.resolve(value) })
  }

  return {
    get: key => {
      const now = Date.now()
      for (const [old, { until }] of kept) if (until + ms <= now) kept.delete(old)
      const known = kept.get(key)
      if (!known) return begin(key)
      if (known.until <= now) void renew(key, known)
      return known.value
    },
    forget: () => kept.clear(),
  }
}
