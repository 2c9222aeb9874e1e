import type { Cloth } from './dye.ts'

/**
 * A patch of the same cloth sewn on, such as a pocket: its shadow, colour and light. @param lift 1 on a whole garment,
 * more in a close view
 */
export function patch(outline: string, cloth: Cloth, lift = 1): string {
  return (
    `<path d="${outline}" transform="translate(${4 * lift} ${9 * lift})" fill="${cloth.deep}" fill-opacity=".38"/><path d="${outline}" fill="${cloth.base}"/><path d="${outline}" fill="url(#print-body)"/><path d="${outline}" fill="url(#weave)"/>` +
    `<path d="${outline}" fill="url(#volume)"/><path d="${outline}" fill="none" stroke="${cloth.light}" stroke-opacity=".32" stroke-width="${2 * lift}" transform="translate(${1.5 * lift} ${2 * lift})"/>` +
    `<path d="${outline}" fill="none" stroke="${cloth.deep}" stroke-opacity=".8" stroke-width="${2.2 * lift}" stroke-linejoin="round"/>`
  )
}

/** The inside of a garment, seen through its opening. @param depth 0 in the light … 1 black */
export const lining = (outline: string, cloth: Cloth, depth: number) =>
  `<path d="${outline}" fill="${cloth.shade}"/><path d="${outline}" fill="url(#weave)"/><path d="${outline}" fill="${cloth.deep}" fill-opacity="${depth}"/>`

/** An opening of a garment: what is seen in it while it is on the ground. Worn, a body is seen there instead. */
export const opening = (outline: string, content: string) => `<g data-opening="${outline}">${content}</g>`

/** The same drawing with something else in its openings. */
export const filled = (drawing: string, body: string): string =>
  drawing.replaceAll(/<g data-opening="([^"]*)">(.*?)<\/g>/g, (_, outline: string) => clipped(outline, body))

const clipped = (outline: string, content: string) =>
  `<clipPath id="opening"><path d="${outline}"/></clipPath><g clip-path="url(#opening)">${content}</g>`

/** The shop's woven label, in the middle of a neck or waist. */
export function label({ y, width, height }: { y: number; width: number; height: number }): string {
  const line = (half: number, share: number) => `M${600 - width * half} ${y + height * share}H${600 + width * half}`
  return (
    `<rect x="${600 - width / 2}" y="${y}" width="${width}" height="${height}" rx="${width * 0.045}" fill="#f3ecdc"/>` +
    `<path d="${line(0.32, 0.38)}${line(0.2, 0.66)}" stroke="#8a6a3a" stroke-width="${width * 0.05}"/>`
  )
}
