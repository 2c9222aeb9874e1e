import { useEffect } from 'react'
import { useApi } from '#pwa/lib/use-api.ts'

const EVERY_MS = 1_000

/** A product file, asked for again and again while it is being checked or imported. */
export function useImport(id: number) {
  const read = useApi('GET /api/staff/imports/:id', { params: { id } }, { page: true })
  const { refetch } = read
  const isUnderWay = ['CHECKING', 'RUNNING'].includes(read.data?.import.status_code ?? '')
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(() => void refetch(), EVERY_MS)
    return () => clearInterval(timer)
  }, [isUnderWay, refetch])
  return read
}
