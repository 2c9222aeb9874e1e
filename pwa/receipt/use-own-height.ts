import { useEffect, useRef, type RefObject } from 'react'
import styles from './receipt-paper.module.css'

const PIXELS_PER_INCH = 96
const WIDTH = '3.14in'
/** Inches above and below the words, and what rounding takes. */
const MARGINS = 0.36
/** A longer receipt continues on further pages: no roll or driver takes a page without end. */
const MOST_INCHES = 60

/** For the paper that a page prints: makes its page as long as its words, while it prints. */
export function useOwnHeight(): RefObject<HTMLElement | null> {
  const paper = useRef<HTMLElement>(null)
  useEffect(() => {
    let sheet: CSSStyleSheet | null = null
    const fit = () => {
      const inches = paper.current ? heightOf(paper.current) : 0
      if (inches === 0 || inches > MOST_INCHES) return
      release()
      sheet = new CSSStyleSheet()
      sheet.replaceSync(`@page receipt { size: ${WIDTH} ${inches.toFixed(2)}in; }`)
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    }
    const release = () => {
      if (sheet) document.adoptedStyleSheets = document.adoptedStyleSheets.filter(other => other !== sheet)
      sheet = null
    }
    addEventListener('beforeprint', fit)
    addEventListener('afterprint', release)
    return () => {
      removeEventListener('beforeprint', fit)
      removeEventListener('afterprint', release)
      release()
    }
  }, [])
  return paper
}

/** The height of a page with this paper, in inches, laid out as it prints. */
function heightOf(paper: HTMLElement): number {
  const copy = paper.cloneNode(true) as HTMLElement
  copy.classList.add(styles.measured!)
  copy.inert = true
  document.body.append(copy)
  const { height } = copy.getBoundingClientRect()
  copy.remove()
  return height === 0 ? 0 : height / PIXELS_PER_INCH + MARGINS
}
