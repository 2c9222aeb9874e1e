/** The widths of the bars and gaps of each symbol, in modules, by its value. */
const SYMBOLS = [
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221',
  '223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321',
  '112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131',
  '311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114',
  '122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141',
  '214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232',
].flatMap(line => line.split(' '))
const STOP = '2331112'
const START = { B: 104, C: 105 }
const TURN = { B: 100, C: 99 }

/** Digits that are shorter in pairs, of which set C has a symbol each: four at an end, six between. */
const PAIRS = /(^(?:\d\d){2,}|(?:\d\d){3,}|(?:\d\d){2,}$)/

/**
 * The modules of a Code 128, dark ones as 1, without the quiet at its sides; null for what has letters beyond ASCII, or
 * none.
 */
export function code128Modules(text: string): string | null {
  if (!/^[ -~]+$/.test(text)) return null
  const values = valuesOf(text)
  const check = values.reduce((sum, value, place) => sum + value * place) % 103
  return [...[...values, check].map(value => SYMBOLS[value]!), STOP].map(modulesOf).join('')
}

/** How it begins, what it says, and where it turns to the other set. */
function valuesOf(text: string): number[] {
  const pieces = text
    .split(PAIRS)
    .map((piece, i) => ({ piece, set: i % 2 === 0 ? ('B' as const) : ('C' as const) }))
    .filter(({ piece }) => piece !== '')
  return pieces.flatMap(({ piece, set }, i) => [
    (i === 0 ? START : TURN)[set],
    ...(set === 'B' ? [...piece].map(letter => letter.charCodeAt(0) - 32) : piece.match(/../g)!.map(Number)),
  ])
}

const modulesOf = (widths: string) =>
  [...widths].map((width, i) => (i % 2 === 0 ? '1' : '0').repeat(Number(width))).join('')
