import type { Reply } from '#tests/support/api.ts'

/** The cookies that a reply sets: name → value and attributes, these in lower case. */
export function cookiesOf(reply: Reply): Map<string, { value: string; attributes: string[] }> {
  return new Map(
    reply.headers.getSetCookie().map(line => {
      const [pair = '', ...attributes] = line.split('; ')
      const at = pair.indexOf('=')
      return [
        pair.slice(0, at),
        { value: pair.slice(at + 1), attributes: attributes.map(attribute => attribute.toLowerCase()) },
      ]
    }),
  )
}

/** The refresh token of a reply as the Cookie header that sends it back. */
export const refreshOf = (reply: Reply) => `refresh=${cookiesOf(reply).get('refresh')!.value}`
