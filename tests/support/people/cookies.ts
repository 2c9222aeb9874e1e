import type { Reply } from '#tests/support/server/api.ts'

/** The cookies of a reply: name → value and attributes, in lower case. */
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

/** The refresh token of a reply as the Cookie header that returns it. */
export const refreshOf = (reply: Reply) => `refresh=${cookiesOf(reply).get('refresh')!.value}`
