/** In browsers that support them: https://w3c.github.io/trusted-types */
interface TrustedTypes {
  defaultPolicy: object | null
  createPolicy: (
    name: 'default',
    rules: { createHTML: (html: string) => string; createScriptURL: (url: string) => string },
  ) => void
}

/** Scripts that the shop itself loads at run time, and the source of the payment provider's script. */
const OWN = /^\/(assets\/[\w.-]+\.js|service-worker\.js|sandbox\/paystack\/inline\.js)$/
const PROVIDER = 'https://js.paystack.co'

/** None of these runs from inserted HTML anyway: only an attack would contain one. */
const RUNS = /<\s*(script|object|embed|base|meta|link)\b(?!><\/script>$)|[\s/"']on\w+\s*=|javascript:|srcdoc/i

/**
 * From now on no text becomes a script, and only harmless text becomes HTML. The page needs little of this: the camera
 * scanner empties an element.
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
