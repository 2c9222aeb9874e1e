import { useRef, useState } from 'react'
import { useScanner } from '#pwa/scan/use-scanner.ts'
import { play } from '#pwa/scan/sounds.ts'
import { api } from '#pwa/lib/api.ts'
import { messagesOf } from '#pwa/lib/api-error.ts'
import type { StockRow } from '#sync/protocol/staff/stock.ts'
import * as words from './stock-words.ts'

/** The result of the latest code: a message, and a choice if several variations share it. */
export interface Scanned {
  words: string
  isWrong: boolean
  choices: StockRow[]
}

const QUIET: Scanned = { words: '', isWrong: false, choices: [] }

/**
 * Looks up codes from a scanner, a camera or the keyboard, one after another, and passes on the variation. `read`
 * returns the message.
 */
export function useScannedGoods(onGoods: (row: StockRow) => void) {
  const [scanned, tell] = useState(QUIET)
  const latest = useRef(Promise.resolve(''))
  const take = (row: StockRow) => {
    play('added')
    tell({ words: nameOf(row), isWrong: false, choices: [] })
    onGoods(row)
    return nameOf(row)
  }
  const refuse = (scanned: Scanned) => {
    play('not_found')
    tell(scanned)
    return scanned.words
  }
  const lookUp = async (code: string): Promise<string> => {
    try {
      const { variations } = await api('GET /api/staff/stock/scan', { query: { code } })
      const [first, second] = variations
      if (first && !second) return take(first)
      return refuse(
        first
          ? { words: words.severalHaveBarcode(code), isWrong: false, choices: variations }
          : { words: words.noneHasCode(code), isWrong: true, choices: [] },
      )
    } catch (error) {
      return refuse({ words: messagesOf(error).join(' '), isWrong: true, choices: [] })
    }
  }
  const read = (code: string): Promise<string> => {
    latest.current = latest.current.then(() => (code.trim() ? lookUp(code.trim()) : ''))
    return latest.current
  }
  useScanner(code => void read(code))
  return { scanned, read, take }
}

/** 'Slim jeans · UK 10 · Indigo' */
export const nameOf = ({ name, size, colour }: Pick<StockRow, 'name' | 'size' | 'colour'>) =>
  [name, size, colour].filter(Boolean).join(' · ')
