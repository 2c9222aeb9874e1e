/** Keeps a value in this tab, through reloads. A browser without storage forgets it. */
export function keepInTab(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}

/** The value that this tab keeps under a name; null if there is none, as always on the server. */
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
