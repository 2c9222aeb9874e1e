interface Kept<Value> {
  until: number
  value: Promise<Value>
}

/**
 * Answers of a read that costs much, kept for so many ms by their key in this process. Whoever comes meanwhile shares
 * the reading that is under way; one that failed is not kept. For as long again the old answer is given while a new one
 * is read, so that who looks often waits once.
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

  /** The old answer stands until the new one is there. */
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
