let isWatching = false

/**
 * The provider's script writes styles into the page as text, which the page's policy holds back. From now on what it
 * writes is set the way in which scripts may set styles, so that the policy need not let texts through.
 */
export function setStylesOfPopUp(): void {
  if (isWatching) return
  isWatching = true
  new MutationObserver(records => {
    for (const { type, target, addedNodes } of records)
      for (const node of type === 'attributes' ? [target] : addedNodes) if (node instanceof Element) setStyles(node)
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['style'] })
}

function setStyles(root: Element): void {
  for (const element of [root, ...root.querySelectorAll('style, [style]')]) {
    if (element instanceof HTMLStyleElement) adopt(element)
    else if (element instanceof HTMLElement) mend(element)
  }
}

/** An attribute that was held back is there, but says nothing. */
function mend(element: HTMLElement): void {
  const written = element.getAttribute('style')
  if (written && element.style.length === 0) element.style.cssText = written
}

const adopted = new WeakSet<HTMLStyleElement>()

/** One that was held back has no sheet. */
function adopt(element: HTMLStyleElement): void {
  if (element.sheet || adopted.has(element) || !element.textContent) return
  adopted.add(element)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(element.textContent)
  document.adoptedStyleSheets.push(sheet)
}
