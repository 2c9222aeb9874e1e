import { useEffect, useState } from 'react'

/** A value as it was once it has stood still for so long. */
export function useLater(value: string, ms: number): string {
  const [later, set] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => set(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return later
}
