import { HEIGHT, WIDTH } from './outline.ts'

/** Warm studio paper, lighter where the lamp falls. */
export function ground(): string {
  return (
    `<linearGradient id="paper" x1="0" y1="0" x2=".3" y2="1"><stop offset="0" stop-color="#f1ede5"/><stop offset=".6" stop-color="#e8e3d9"/><stop offset="1" stop-color="#dcd6ca"/></linearGradient>` +
    `<radialGradient id="lamp" cx=".4" cy=".34" r=".62"><stop offset="0" stop-color="#fff" stop-opacity=".62"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#paper)"/><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#lamp)"/>`
  )
}

/** The shadow that a garment lying on the ground throws: close and sharp under its edge, wide and faint further off. */
export function shadow(outlines: readonly string[]): string {
  const outline = outlines.join('')
  const wide = [130, 104, 80, 58, 38, 20].map((width) => `<path d="${outline}" stroke-width="${width}"/>`)
  const close = [22, 14, 7].map((width) => `<path d="${outline}" stroke-width="${width}"/>`)
  return (
    `<g transform="translate(20 34)" fill="#3a3226" fill-opacity=".035" stroke="#3a3226" stroke-opacity=".026" stroke-linejoin="round">${wide.join('')}</g>` +
    `<g transform="translate(6 10)" fill="none" stroke="#2a241b" stroke-opacity=".09" stroke-linejoin="round">${close.join('')}</g>`
  )
}
