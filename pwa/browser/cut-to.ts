/** A text of so many letters at most, and never half an emoji at its end, which no address can hold. */
export const cutTo = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
