/** Cuts a text to this many characters, never in the middle of an emoji, which no address can hold. */
export const cutTo = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
