import type { Page } from 'playwright-core'

/** The sizes of tablets that stand at a counter, upright and lying, in CSS pixels. */
export const TABLETS = [
  { width: 800, height: 1280 },
  { width: 820, height: 1180 },
  { width: 1024, height: 768 },
  { width: 1080, height: 810 },
  { width: 1138, height: 712 },
  { width: 1280, height: 800 },
]

/**
 * The controls that a finger on their centre would miss, at each size, in words: something else is there, or the
 * centre cannot be scrolled into the window. Something that lets taps through, such as a toast, covers as well.
 */
export async function coveredOn(page: Page, sizes = TABLETS): Promise<string[]> {
  const faults: string[] = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const fault of await coveredNow(page))
      faults.push(`${new URL(page.url()).pathname}: ${fault} at ${size.width}×${size.height}`)
  }
  return faults
}

const coveredNow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    // A decoration lets taps through, and hides nothing.
    sheet.replaceSync(`* { scroll-behavior: auto !important }
      :not([aria-hidden=true], [aria-hidden=true] *) { pointer-events: auto !important }`)
    document.adoptedStyleSheets.push(sheet)
    const words = (element: Element) =>
      (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40) || element.outerHTML.slice(0, 80)
    /** A radio button or checkbox may be hidden behind its label, which is what a finger meets. */
    const faceOf = (control: Element) => {
      const { width, height } = control.getBoundingClientRect()
      const isDrawn = width > 1 && height > 1 && getComputedStyle(control).opacity !== '0'
      return isDrawn ? control : control.closest('label')
    }
    const controls = document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=button]')
    const faults: string[] = []
    for (const control of controls) {
      const face = faceOf(control)
      if (!face?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      if (face.closest('[inert], [aria-hidden=true]')) continue
      face.scrollIntoView({ block: 'center', inline: 'center' })
      const [box] = face.getClientRects()
      // A link that only the keyboard brings out waits outside the page.
      if (!box || box.bottom + scrollY <= 0 || box.right + scrollX <= 0) continue
      const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
      if (there === null) faults.push(`“${words(face)}” cannot be scrolled to`)
      else if (!face.contains(there) && !there.contains(face)) faults.push(`“${words(there)}” covers “${words(face)}”`)
    }
    document.adoptedStyleSheets.pop()
    return faults
  })
