/** Where the browser has them: https://w3c.github.io/trusted-types */
interface TrustedTypes {
  defaultPolicy: object | null
  createPolicy: (
    name: 'default',
    rules: { createHTML: (html: string) => string; createScriptURL: (url: string) => string },
  ) => void
}

/** What the shop itself loads while it runs, and where the payment provider's script comes from. */
const OWN = /^\/(assets\/[\w.-]+\.js|service-worker\.js|sandbox\/paystack\/inline\.js)$/
const PROVIDER = 'https://js.paystack.co'

/** The browser does not run any of these from a text either; whoever writes them means no good. */
const RUNS = /<\s*(script|object|embed|base|meta|link)\b(?!><\/script>$)|[\s/"']on\w+\s*=|javascript:|srcdoc/i

/**
 * From now on no text becomes a script, and becomes HTML only where it runs nothing. What a page needs of this is
 * little: scanning by camera empties an element.
 */
export function trustOwnTexts(): void {
  const { trustedTypes: types } = globalThis as { trustedTypes?: TrustedTypes }
  if (!types || types.defaultPolicy) return
  types.createPolicy('default', {
    createHTML: html => (RUNS.test(html) ? refuse(html) : html),
    createScriptURL: url => (isTrusted(new URL(url, location.href)) ? url : refuse(url)),
  })
}

const isTrusted = ({ origin, pathname }: URL) =>
  origin === PROVIDER || (origin === location.origin && OWN.test(pathname))

function refuse(text: string): never {
  throw new TypeError(`This page does not run ${text.slice(0, 100)}`)
}
