/** Keeps something in this tab, also over a reload. A browser that keeps nothing for a site forgets it. */
export function keepInTab(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}

/** What this tab keeps under a name; null where that is nothing, as it always is on the server. */
export function keptInTab<Value>(name: string): Value | null {
  try {
    return typeof sessionStorage === 'undefined'
      ? null
      : (JSON.parse(sessionStorage.getItem(name) ?? 'null') as Value | null)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return null
  }
}
