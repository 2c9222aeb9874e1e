import type { Cloth } from './dye.ts'

/** A piece of cloth's material, and what is on it besides shading. */
export interface Finish {
  cloth: Cloth
  /** Drawn on the cloth and clipped at its edge: folds, seams, pockets. */
  inside?: string
  /** The direction of the print, for a piece that hangs at an angle. */
  print?: 'body' | 'sleeve' | 'none'
  /** Width in px of the shade along the edge; 0 for flat pieces such as facings. */
  roll?: number
}

/** One piece of cloth: colour, print, weave, light, and the shade where it curves away at the edge. */
export function piece(
  name: string,
  outline: string,
  { cloth, inside = '', print = 'body', roll = 64 }: Finish,
): string {
  const layer = (fill: string) => `<path d="${outline}" fill="${fill}"/>`
  return (
    `<clipPath id="${name}"><path d="${outline}"/></clipPath>` +
    `<g clip-path="url(#${name})">${layer(cloth.base)}${print === 'none' ? '' : layer(`url(#print-${print})`)}` +
    `${layer('url(#weave)')}${layer('url(#volume)')}${layer('url(#fall)')}${roll ? edge(outline, cloth, roll) : ''}${inside}</g>` +
    `<path d="${outline}" fill="none" stroke="${cloth.deep}" stroke-opacity=".62" stroke-width="2.4" stroke-linejoin="round"/>`
  )
}

/** The two lights that every piece shares: across (a body is round) and down (the lamp is above). */
export function lights(cloth: Cloth): string {
  const isDark = cloth.lightness < 0.2
  const isPale = cloth.lightness > 0.72
  const glow = isDark ? 0.3 : isPale ? 0.5 : 0.2
  const dusk = isPale ? 0.24 : isDark ? 0.4 : 0.34
  const stop = (at: number, colour: string, opacity: number) =>
    `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`
  return (
    `<linearGradient id="volume" x1="0" y1="0" x2="1" y2=".12">${stop(0, cloth.deep, dusk)}${stop(0.2, cloth.light, glow * 0.35)}${stop(0.36, cloth.light, glow)}` +
    `${stop(0.58, cloth.base, 0)}${stop(0.82, cloth.deep, dusk * 0.45)}${stop(1, cloth.deep, dusk)}</linearGradient>` +
    `<linearGradient id="fall" x1="0" y1="0" x2="0" y2="1">${stop(0, cloth.light, glow * 0.5)}${stop(0.4, cloth.base, 0)}${stop(1, cloth.deep, dusk * 0.55)}</linearGradient>`
  )
}

function edge(outline: string, cloth: Cloth, roll: number): string {
  const steps = [1, 0.72, 0.48, 0.28, 0.12]
  const opacity = cloth.lightness > 0.72 ? 0.055 : 0.085
  const strokes = steps.map(share => `<path d="${outline}" stroke-width="${Math.round(roll * share)}"/>`)
  return `<g fill="none" stroke="${cloth.deep}" stroke-opacity="${opacity}" stroke-linejoin="round">${strokes.join('')}</g>`
}
