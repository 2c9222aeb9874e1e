import type { Cloth } from './dye.ts'

/** A patch of the same cloth sewn on top, such as a pocket: its shadow, colour and light. @param lift 1 on a whole garment, more in a close view */
export function patch(outline: string, cloth: Cloth, lift = 1): string {
  return (
    `<path d="${outline}" transform="translate(${4 * lift} ${9 * lift})" fill="${cloth.deep}" fill-opacity=".38"/><path d="${outline}" fill="${cloth.base}"/><path d="${outline}" fill="url(#print-body)"/><path d="${outline}" fill="url(#weave)"/>` +
    `<path d="${outline}" fill="url(#volume)"/><path d="${outline}" fill="none" stroke="${cloth.light}" stroke-opacity=".32" stroke-width="${2 * lift}" transform="translate(${1.5 * lift} ${2 * lift})"/>` +
    `<path d="${outline}" fill="none" stroke="${cloth.deep}" stroke-opacity=".8" stroke-width="${2.2 * lift}" stroke-linejoin="round"/>`
  )
}
