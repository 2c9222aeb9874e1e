import { useEffect, useState } from 'react'

/** The value once it has not changed for `ms`. */
export function useLater(value: string, ms: number): string {
  const [later, set] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => set(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return later
}
