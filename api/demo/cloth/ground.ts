import { HEIGHT, WIDTH } from './outline.ts'

/** Pale stone, lighter where the lamp falls: it neither glares on a dark page nor looks dirty on a light one. */
export function ground(): string {
  return (
    `<radialGradient id="paper" cx=".42" cy=".36" r=".86"><stop offset="0" stop-color="#dfdbd5"/><stop offset=".55" stop-color="#cac6c0"/><stop offset="1" stop-color="#aba7a2"/></radialGradient>` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#paper)"/>`
  )
}

/** The shadow of a garment on the ground: sharp close to the edge, wide and faint further off. */
export function shadow(outlines: readonly string[]): string {
  const outline = outlines.join('')
  const wide = [136, 118, 100, 84, 68, 54, 40, 28, 16].map(width => `<path d="${outline}" stroke-width="${width}"/>`)
  const close = [22, 14, 7].map(width => `<path d="${outline}" stroke-width="${width}"/>`)
  return (
    `<g transform="translate(12 24)" fill="none" stroke="#3a3226" stroke-opacity=".034" stroke-linejoin="round">${wide.join('')}</g>` +
    `<g transform="translate(6 10)" fill="none" stroke="#2a241b" stroke-opacity=".09" stroke-linejoin="round">${close.join('')}</g>`
  )
}
