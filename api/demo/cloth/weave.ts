import { mix, type Cloth } from './dye.ts'

export type Weave = 'twill' | 'jersey' | 'plain' | 'fleece' | 'satin'
export type Print = 'stripe' | 'pinstripe' | 'check' | 'dots' | 'wax' | 'leaves' | 'none'

/**
 * The pattern tiles of a cloth: its weave, and its print straight and turned along a sleeve. @param scale 1, or more
 * for a close view
 */
export function tiles(cloth: Cloth, { weave, print, scale }: { weave: Weave; print: Print; scale: number }): string {
  const [size, threads] = threadsOf(weave, cloth)
  const [side, figure] = figureOf(print, cloth)
  const tile = (id: string, side: number, content: string) =>
    `<pattern id="${id}" width="${side}" height="${side}" patternUnits="userSpaceOnUse" patternTransform="${id === 'print-sleeve' ? 'rotate(22) ' : ''}scale(${scale})">${content}</pattern>`
  return tile('weave', size, threads) + tile('print-body', side, figure) + tile('print-sleeve', side, figure)
}

function threadsOf(weave: Weave, cloth: Cloth): readonly [number, string] {
  const dark = `stroke="${cloth.deep}" stroke-opacity="${cloth.lightness > 0.72 ? 0.08 : 0.15}"`
  const light = `stroke="${cloth.light}" stroke-opacity="${cloth.lightness < 0.2 ? 0.11 : 0.16}"`
  if (weave === 'twill')
    return [32, diagonals(0, `${dark} stroke-width="2.4"`) + diagonals(4, `${light} stroke-width="1.8"`)]
  if (weave === 'jersey')
    return [12, `<path d="M3 0V12M9 0V12" ${dark} stroke-width="1.2"/><path d="M6 0V12" ${light} stroke-width="1"/>`]
  if (weave === 'fleece')
    return [
      14,
      `<path d="M2 3l3 4M9 9l3 3" ${dark} stroke-width="2"/><path d="M9 2l3 3M2 10l3 2" ${light} stroke-width="2"/>`,
    ]
  if (weave === 'satin') return [16, `<path d="M0 4H16" ${light} stroke-width=".8"/>`]
  return [
    12,
    `<path d="M0 3H12M0 9H12" ${dark} stroke-width="1.1"/><path d="M3 0V12M9 0V12" ${light} stroke-width="1.1"/>`,
  ]
}

function diagonals(offset: number, ink: string) {
  const lines = Array.from({ length: 9 }, (_, i) => `M${i * 8 - 32 + offset} 32L${i * 8 + offset} 0`)
  return `<path d="${lines.join('')}" ${ink}/>`
}

function figureOf(print: Print, cloth: Cloth): readonly [number, string] {
  const isPale = cloth.lightness > 0.6
  const second = isPale ? '#2a3d66' : '#f3ecdd'
  const third = isPale ? '#b9472f' : '#e6ac3a'
  const faint = mix(cloth.base, second, 0.5)
  if (print === 'stripe') return [84, `<rect y="20" width="84" height="30" fill="${second}" fill-opacity=".9"/>`]
  if (print === 'pinstripe') return [46, `<rect x="18" width="7" height="46" fill="${second}" fill-opacity=".75"/>`]
  if (print === 'check') {
    return [
      120,
      `<rect width="46" height="120" fill="${faint}" fill-opacity=".5"/><rect width="120" height="46" fill="${faint}" fill-opacity=".5"/>` +
        `<path d="M84 0V120M0 84H120" stroke="${third}" stroke-opacity=".8" stroke-width="5"/><path d="M23 0V120M0 23H120" stroke="${cloth.deep}" stroke-opacity=".45" stroke-width="6"/>`,
    ]
  }
  if (print === 'dots')
    return [
      64,
      `<g fill="${second}" fill-opacity=".92"><circle cx="16" cy="16" r="8"/><circle cx="48" cy="48" r="8"/></g>`,
    ]
  if (print === 'leaves') {
    const sprig = `<path d="M0 30C-4 10 2 -6 20 -24C26 -2 20 16 0 30Z" fill="${second}" fill-opacity=".88"/><path d="M0 30C-22 22 -30 8 -30 -12C-12 -8 -2 8 0 30Z" fill="${third}" fill-opacity=".9"/><path d="M0 30C4 10 10 -4 18 -20M0 30C-10 14 -18 4 -28 -10" stroke="${cloth.deep}" stroke-opacity=".5" stroke-width="2" fill="none"/>`
    return [
      150,
      `<g transform="translate(42 44)">${sprig}</g><g transform="translate(114 118) rotate(150)">${sprig}</g>`,
    ]
  }
  if (print === 'wax') {
    const ring = (r: number, fill: string) => `<circle cx="80" cy="80" r="${r}" fill="${fill}"/>`
    const petals = Array.from(
      { length: 8 },
      (_, i) => `<path d="M80 64C70 46 70 34 80 24C90 34 90 46 80 64Z" transform="rotate(${i * 45} 80 80)"/>`,
    ).join('')
    const corner = `<path d="M0 0L34 0L0 34Z M160 0L126 0L160 34Z M0 160L34 160L0 126Z M160 160L126 160L160 126Z" fill="${third}"/>`
    return [
      160,
      `${corner}${ring(66, second)}${ring(60, cloth.base)}<g fill="${third}">${petals}</g>${ring(16, second)}${ring(8, cloth.deep)}<path d="M80 0V14M80 146V160M0 80H14M146 80H160" stroke="${second}" stroke-width="7"/>`,
    ]
  }
  return [40, '']
}
