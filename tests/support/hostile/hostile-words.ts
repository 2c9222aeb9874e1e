import type { BrowserContext, Page } from 'playwright-core'

/** Words that run `ran(…)`, or lead elsewhere, if code treats them as markup, an address or a script. */
const WORDS: readonly string[] = [
  // elements, and the ends of their containers
  '<script>ran(#)</script>',
  '</script><script>ran(#)</script>',
  '"><script>ran(#)</script>',
  "'><script>ran(#)</script>",
  '</title><script>ran(#)</script>',
  '</textarea><script>ran(#)</script>',
  '</style><script>ran(#)</script>',
  '--><script>ran(#)</script>',
  ']]><script>ran(#)</script>',
  '<!--<script>ran(#)</script>-->',
  '<ScRiPt >ran(#)</sCrIpT >',
  '<script/x>ran(#)</script>',
  '<svg><script>ran(#)</script></svg>',
  '</noscript><script>ran(#)</script>',
  '<xmp></xmp><script>ran(#)</script>',
  '</option></select><script>ran(#)</script>',
  // code that runs by itself
  '<img src=x onerror=ran(#)>',
  '"><img src=x onerror=ran(#)>',
  "'><img src=x onerror=ran(#)>",
  '<IMG SRC=x OnErRoR=ran(#)>',
  '<img/src=x/onerror=ran(#)>',
  '<img src="x" onerror="ran(#)">',
  "<img src='x' onerror='ran(#)'>",
  '<img src=x onerror=ran`#`>',
  '<<img src=x onerror=ran(#)>',
  '<img src=x onerror=ran(#)//',
  '<svg onload=ran(#)>',
  '<svg/onload=ran(#)>',
  '"><svg onload=ran(#)>',
  '<svg><set onbegin=ran(#) attributeName=x>',
  '<svg><animate onbegin=ran(#) attributeName=x>',
  '<math><mi><img src=x onerror=ran(#)>',
  '<video src=x onerror=ran(#)></video>',
  '<audio src=x onerror=ran(#)></audio>',
  '<video><source onerror=ran(#)></video>',
  '<details open ontoggle=ran(#)>x</details>',
  '<input autofocus onfocus=ran(#)>',
  '<style onload=ran(#)></style>',
  '<link rel=stylesheet href=x onerror=ran(#)>',
  '<iframe onload=ran(#)></iframe>',
  '<iframe srcdoc="<script>ran(#)</script>"></iframe>',
  '<iframe src="javascript:parent.ran(#)"></iframe>',
  '<body onload=ran(#)>',
  '<object data=x onerror=ran(#)></object>',
  '<marquee onstart=ran(#)>x</marquee>',
  '<noscript><p title="</noscript><img src=x onerror=ran(#)>">',
  // attributes and addresses
  '" autofocus tabindex=1 onfocus=ran(#) x="',
  '" onmouseover=ran(#) x="',
  '<a href="javascript:ran(#)">x</a>',
  '<a href="java&#9;script:ran(#)">x</a>',
  '<form action="javascript:ran(#)"><button>x</button></form>',
  'javascript:ran(#)',
  'data:text/html,<script>ran(#)</script>',
  '<base href="https://evil.test/">',
  '<meta http-equiv=refresh content="0;url=https://evil.test/">',
  // what a second decoding would revive
  '&lt;img src=x onerror=ran(#)&gt;',
  '%3Cimg src=x onerror=ran(#)%3E',
  '\\u003cimg src=x onerror=ran(#)\\u003e',
  '";ran(#);//',
  "';ran(#);//",
  '${ran(#)}',
  '{{constructor.constructor("ran(#)")()}}',
  '\u2028<img src=x onerror=ran(#)>',
  '+ADw-script+AD4-ran(#)+ADw-/script+AD4-',
]

export const HOSTILE_WORDS: readonly string[] = WORDS.map((words, i) => words.replace('#', String(i)))

/** Those that fit this length, as an SQL expression with another one for each value of `n`. */
export const hostileSql = (most: number, n: string): string => {
  const fitting = HOSTILE_WORDS.filter(({ length }) => length <= most)
  return `ELT(1 + MOD(${n}, ${fitting.length}), ${fitting.map(words => `'${words.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`).join(', ')})`
}

/** All of them in as few texts of this length as possible. */
export function hostileTexts(most: number): string[] {
  const texts: string[] = []
  for (const words of HOSTILE_WORDS) {
    const last = texts.at(-1)
    if (last === undefined || last.length + words.length + 1 > most) texts.push(words)
    else texts[texts.length - 1] = `${last} ${words}`
  }
  return texts
}

/**
 * What a browser did with these words: which ran, which element they became, which policy violations occurred, and
 * which were shown as text.
 */
export interface Watch {
  ran: Set<string>
  stopped: string[]
  seen: Set<string>
}

/** Listens in every page of a browser from now on. */
export async function watchFor(browser: BrowserContext): Promise<Watch> {
  const watch: Watch = { ran: new Set(), stopped: [], seen: new Set() }
  await browser.exposeFunction('hearRan', (which: string) => void watch.ran.add(which))
  await browser.exposeFunction('hearStopped', (what: string) => void watch.stopped.push(what))
  await browser.addInitScript(() => {
    const page = globalThis as unknown as {
      ran: (which: unknown) => void
      hearRan: (which: string) => void
      hearStopped: (what: string) => void
    }
    page.ran = which => page.hearRan(String(which))
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, sample }) =>
      page.hearStopped(`${location.href}: ${violatedDirective} stopped ${blockedURI} ${sample} of ${sourceFile}`),
    )
  })
  browser.on('dialog', dialog => {
    watch.ran.add(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return watch
}

/** Waits until a page has loaded and is idle; at most two seconds for one with a clock. */
export async function untilStill(page: Page): Promise<void> {
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.evaluate(
    () =>
      new Promise<void>(done => {
        const latest = setTimeout(done, 2_000)
        let quiet = setTimeout(done, 250)
        new MutationObserver(() => {
          clearTimeout(quiet)
          quiet = setTimeout(() => {
            clearTimeout(latest)
            done()
          }, 250)
        }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
      }),
  )
}

/**
 * Reads an idle page: which hostile words it shows, and which became markup. Returns those that became markup, in
 * words. Field values, titles and texts for screen readers count as shown.
 */
export async function readScreen(page: Page, watch: Watch): Promise<string[]> {
  const { text, markup } = await page.evaluate(() => {
    const handled = [...document.querySelectorAll('*')].filter(element =>
      [...element.attributes].some(
        ({ name, value }) =>
          name.startsWith('on') ||
          name === 'srcdoc' ||
          (['href', 'src', 'action', 'formaction', 'data'].includes(name) && /^\s*(javascript|data:text)/i.test(value)),
      ),
    )
    const foreign = [
      ...document.querySelectorAll(
        'base, object, embed, marquee, xmp, meta[http-equiv=refresh], script:not([src]):not([type]), iframe',
      ),
    ]
    const attributes = [...document.querySelectorAll('[title], [alt], [aria-label], [placeholder], [content]')].flatMap(
      element => [...element.attributes].map(({ value }) => value),
    )
    const fields = [...document.querySelectorAll('input, textarea')].map(field => (field as HTMLInputElement).value)
    return {
      text: [document.title, document.body.innerText, document.body.textContent, ...attributes, ...fields].join('\n'),
      markup: [...handled, ...foreign].map(({ outerHTML }) => outerHTML.slice(0, 200)),
    }
  })
  const shown = text.replace(/\s+/g, ' ')
  for (const words of HOSTILE_WORDS) if (shown.includes(words.replace(/\s+/g, ' ').trim())) watch.seen.add(words)
  return markup.map(found => `${page.url()}: ${found}`)
}
