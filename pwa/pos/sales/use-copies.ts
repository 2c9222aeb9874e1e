import { useState } from 'react'
import { flushSync } from 'react-dom'
import { countPrint } from '#sync/till/count-print.ts'
import type { LocalSale } from '#sync/till/till-db.ts'
import { till } from '../till.ts'

/** The number of the copy that the screen shows, and what counts one more print of this sale and shows its number. */
export function useCopies(sale: LocalSale) {
  const [copy, setCopy] = useState(sale.printed ?? 0)
  const [printed, setPrinted] = useState(copy)
  const onPrint = async (): Promise<number> => {
    const number = await countPrint(till, sale.id, printed)
    // The print dialog shows what the page holds when it opens.
    flushSync(() => {
      setCopy(number)
      setPrinted(number + 1)
    })
    return number
  }
  return { copy, onPrint }
}
