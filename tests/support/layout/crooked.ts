import type { Page } from 'playwright-core'
import { COUNTER, PHONE } from '#tests/support/browser/look.ts'

/**
 * Layout faults of a screen that fits the page, at the counter's size and a phone's, in words: tables outside their
 * boxes, squeezed icons, wrapped amounts.
 */
export async function crookedOn(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const size of [PHONE, COUNTER]) {
    await page.setViewportSize(size)
    for (const fault of await crookedNow(page))
      faults.push(`${new URL(page.url()).pathname}: ${fault} at ${size.width}`)
  }
  return faults
}

const crookedNow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const seen = (element: Element | null) =>
      element !== null && element.checkVisibility() && element.getBoundingClientRect().width > 1
    const leaves = [...document.querySelectorAll('table')].filter(seen).flatMap(table => {
      const box = table.parentElement!
      const over = Math.round(table.getBoundingClientRect().right - box.getBoundingClientRect().right)
      return over > 1 && getComputedStyle(box).overflowX === 'visible' ? [`a table leaves its box by ${over} px`] : []
    })
    const squeezed = [...document.querySelectorAll('svg.lucide')].filter(seen).flatMap(icon => {
      const [is, wants] = [icon.getBoundingClientRect().width, Number(icon.getAttribute('width'))]
      return is < wants - 1
        ? [`the icon beside “${icon.parentElement!.textContent.slice(0, 30)}” is ${is.toFixed(1)} of ${wants} px wide`]
        : []
    })
    const broken: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
      if (!seen(text.parentElement)) continue
      for (const { 0: amount, index } of text.data.matchAll(/GH₵\s[\d,]+\.\d\d/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + amount.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          broken.push(`${amount} is on two lines`)
      }
    }
    return [...leaves, ...squeezed, ...broken]
  })
