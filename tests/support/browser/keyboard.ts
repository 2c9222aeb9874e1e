import type { Locator, Page } from 'playwright-core'

const MOST_STEPS = 300

type Key = 'Tab' | 'Shift+Tab'

/** The focused element, in words, and why a sighted user cannot see its focus. */
interface Focus {
  words: string
  faults: string[]
}

const focusOf = (page: Page): Promise<Focus | null> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return null
    const words =
      (element.getAttribute('aria-label') ?? element.closest('label')?.textContent ?? element.textContent ?? '')
        .trim()
        .slice(0, 40) || element.outerHTML.slice(0, 80)
    const isOutlined = (each: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
    }
    // A box stands for its contents: a label for its radio button, a card for its link.
    const box = element.closest('label, article, tr') ?? element
    const isShown = [element, box, ...box.querySelectorAll('*')].some(isOutlined)
    const { left, top, width, height } = (element.closest('label') ?? element).getBoundingClientRect()
    const parts = [0.1, 0.5, 0.9]
    const isSeen = parts.some(x =>
      parts.some(y => {
        const there = document.elementFromPoint(left + width * x, top + height * y)
        return there !== null && (box.contains(there) || there.contains(element))
      }),
    )
    return { words, faults: [...(isShown ? [] : ['shows no focus']), ...(isSeen ? [] : ['is hidden'])] }
  })

/**
 * Presses a key until `wanted` has focus. Returns the elements on the way without visible focus. @throws if it never
 * gets there
 */
export async function reach(page: Page, wanted: Locator, key: Key = 'Tab'): Promise<string[]> {
  const faults: string[] = []
  for (let step = 0; step < MOST_STEPS; step++) {
    await page.keyboard.press(key)
    faults.push(...(await faultsOf(page, key)))
    if (await wanted.evaluateAll(found => (found as Element[]).includes(document.activeElement!))) return faults
  }
  throw new Error(`${key} never comes to ${String(wanted)}.`)
}

/**
 * Goes through the whole page once with a key, from the current focus. Returns the elements reached and those without
 * visible focus. @throws if it does not get through
 */
export async function goThrough(page: Page, key: Key = 'Tab'): Promise<{ places: string[]; faults: string[] }> {
  const places: string[] = []
  const faults: string[] = []
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('[data-gone-through]')) one.removeAttribute('data-gone-through')
  })
  for (let step = 0; step < MOST_STEPS; step++) {
    await page.keyboard.press(key)
    const focus = await focusOf(page)
    if (focus === null || (await page.evaluate(isKnown))) return { places, faults }
    places.push(focus.words)
    faults.push(...focus.faults.map(fault => `${key}: ${focus.words} ${fault}`))
  }
  throw new Error(`${key} goes round in ${places.slice(-5).join(', ')}.`)
}

const faultsOf = async (page: Page, key: Key) => {
  const focus = await focusOf(page)
  return focus?.faults.map(fault => `${key}: ${focus.words} ${fault}`) ?? []
}

/** In the page: whether the focused element had focus before. */
function isKnown(): boolean {
  const element = document.activeElement!
  if (element.hasAttribute('data-gone-through')) return true
  element.setAttribute('data-gone-through', '')
  return false
}
