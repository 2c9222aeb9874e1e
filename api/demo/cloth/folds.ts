import type { Cloth } from './dye.ts'

/** A curve: start, control point, end. */
export type Bend = readonly [x0: number, y0: number, cx: number, cy: number, x1: number, y1: number]

const LAYERS = 5

/**
 * A soft crease: a dark valley and, beside it, a lit ridge. Thin overlapping lenses replace a blur, which would take
 * longer than the whole rest of the picture.
 * @param width px at the middle; negative puts the ridge on the other side
 * @param depth 0 … 1
 */
export function fold(cloth: Cloth, bend: Bend, { width, depth = 0.45 }: { width: number; depth?: number }): string {
  const [x0, y0, , , x1, y1] = bend
  const length = Math.hypot(x1 - x0, y1 - y0) || 1
  const across = { x: ((y0 - y1) / length) * width * 0.6, y: ((x1 - x0) / length) * width * 0.6 }
  const ridge = cloth.lightness < 0.2 ? depth * 0.8 : cloth.lightness > 0.72 ? depth * 0.9 : depth * 0.55
  const valley = cloth.lightness > 0.72 ? depth * 0.55 : depth
  return (
    lens(bend, { width, fill: cloth.deep, opacity: valley }) +
    `<g transform="translate(${px(across.x)} ${px(across.y)})">${lens(bend, { width: width * 0.8, fill: cloth.light, opacity: ridge })}</g>`
  )
}

/** A soft patch along a curve, tapering at both ends: worn denim, a sheen, a shadow. */
export function lens(bend: Bend, { width, fill, opacity }: { width: number; fill: string; opacity: number }): string {
  const [x0, y0, cx, cy, x1, y1] = bend
  const length = Math.hypot(x1 - x0, y1 - y0) || 1
  const normal = { x: (y0 - y1) / length, y: (x1 - x0) / length }
  const layer = (reach: number) => {
    const dx = normal.x * reach
    const dy = normal.y * reach
    return `<path d="M${px(x0)} ${px(y0)}Q${px(cx + dx)} ${px(cy + dy)} ${px(x1)} ${px(y1)}Q${px(cx - dx)} ${px(cy - dy)} ${px(x0)} ${px(y0)}Z"/>`
  }
  const layers = Array.from({ length: LAYERS }, (_, i) => layer((Math.abs(width) * (i + 1)) / LAYERS))
  return `<g fill="${fill}" fill-opacity="${(opacity / LAYERS).toFixed(3)}">${layers.join('')}</g>`
}

const px = (value: number) => Math.round(value * 10) / 10
