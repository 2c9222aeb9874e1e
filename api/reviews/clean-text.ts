/** Turns text around, so that it reads otherwise than it is stored. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** Marks beyond a few on one letter only cover the lines around it. */
const TOO_MANY_MARKS = /(\p{M}{3})\p{M}+/gu

/** What a buyer typed, as plain lines: it is only ever shown as text. */
export const cleanText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .replace(TURNING, '')
    .replace(TOO_MANY_MARKS, '$1')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
