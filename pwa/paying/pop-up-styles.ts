let isWatching = false

/**
 * The provider's script writes styles into the page as text, which the page's policy blocks. From now on its styles are
 * set in the way that scripts may set them, so the policy need not allow text.
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

/** A blocked attribute exists without any effect. */
function mend(element: HTMLElement): void {
  const written = element.getAttribute('style')
  if (written && element.style.length === 0) element.style.cssText = written
}

const adopted = new WeakSet<HTMLStyleElement>()

/** A blocked style element has no sheet. */
function adopt(element: HTMLStyleElement): void {
  if (element.sheet || adopted.has(element) || !element.textContent) return
  adopted.add(element)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(element.textContent)
  document.adoptedStyleSheets.push(sheet)
}
