import { folded, singular } from './read-words.ts'

/** A family's shades, from dark to light. Each is a list of colour names; those of one shade are near each other. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  blue: [
    'navy, navy blue, dark blue, indigo, midnight, dark wash, dark indigo, ink',
    'royal blue, cobalt, mid wash, medium wash, mid blue, electric blue, denim blue, stone wash',
    'light wash, light blue, sky blue, sky, baby blue, powder blue, ice blue, bleach wash, acid wash',
    'teal, turquoise, aqua, petrol, cyan',
  ],
  red: [
    'wine, maroon, burgundy, oxblood, wine red, dark red, bordeaux',
    'scarlet, crimson, cherry, ruby, tomato, brick, brick red, rust red',
    'coral, salmon',
  ],
  green: [
    'emerald, bottle green, forest green, dark green, bottle',
    'olive, army green, army, khaki green, military green, olive green, moss, sage',
    'lime, lemon green, mint, light green, neon green, pistachio',
  ],
  black: ['black, jet black, charcoal, washed black'],
  white: ['white, off white, ivory, cream, ecru, milk, snow, bone, pearl'],
  grey: ['grey, gray, ash, grey marl, ash grey, silver, slate, charcoal, heather, stone'],
  brown: [
    'chocolate, dark brown, coffee, mocha, espresso',
    'camel, tan, caramel, rust, cognac',
    'sand, beige, khaki, nude, taupe, stone, cream, fawn, oatmeal',
  ],
  yellow: ['mustard, gold, ochre, golden', 'lemon, light yellow, butter, canary'],
  orange: ['burnt orange, rust, terracotta, brick', 'peach, apricot, tangerine'],
  pink: ['dusty rose, rose, blush, dusty pink, nude pink', 'fuchsia, hot pink, magenta, shocking pink', 'baby pink'],
  purple: ['plum, violet, aubergine, dark purple, grape', 'lilac, lavender, mauve, light purple'],
}

interface Shade {
  family: string
  shade: number
}
const SHADES = new Map<string, Shade[]>()
for (const [family, shades] of Object.entries(FAMILIES)) {
  SHADES.set(family, [{ family, shade: -1 }])
  for (const [shade, names] of shades.entries())
    for (const name of names.split(', '))
      if (name !== family) SHADES.set(name, [...(SHADES.get(name) ?? []), { family, shade }])
}

/** Whether these words name a colour, such as `navy blue`. */
export const isColour = (words: string): boolean => SHADES.has(words)
/** The names of colours with their words, for spelling. */
export const colourWords = (): string[] => [...SHADES.keys()].flatMap(name => name.split(' '))

const WHOLE = 1
const SAME_SHADE = 0.9
const OF_FAMILY = 0.8
const OTHER_SHADE = 0.4

/**
 * How well a colour of the shop answers a typed one, from 0 to 1: maroon is wine, and blue is indigo. A colour whose
 * name says nothing is judged by its code.
 */
export function colourMatch(typed: string, { name, code }: { name: string; code: string }): number {
  const own = folded(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  if (own === typed) return WHOLE
  const wanted = SHADES.get(typed)
  if (!wanted) return 0
  const held = shadesOf(own)
  const from = held.length > 0 ? held : (familiesOf(code) ?? [])
  let best = 0
  for (const want of wanted)
    for (const have of from)
      if (want.family === have.family)
        best = Math.max(best, want.shade < 0 ? OF_FAMILY : want.shade === have.shade ? SAME_SHADE : OTHER_SHADE)
  return best
}

/** The longest part of a colour's name that is known: `Washed Olive` is an olive. */
function shadesOf(name: string): readonly Shade[] {
  const words = name.split(' ').slice(0, 4)
  for (let length = words.length; length > 0; length -= 1)
    for (let at = words.length - length; at >= 0; at -= 1) {
      const part = words.slice(at, at + length).join(' ')
      const found = SHADES.get(part) ?? SHADES.get(singular(part))
      if (found) return found
    }
  return []
}

/** The families of a colour code by its hue, lightness and strength; null if it is no code. */
function familiesOf(code: string): Shade[] | null {
  const found = /^([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(code)
  if (!found) return null
  const [red, green, blue] = found.slice(1).map(part => Number.parseInt(part, 16) / 255) as [number, number, number]
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const [light, spread] = [(most + least) / 2, most - least]
  const family = (name: string): Shade[] => [{ family: name, shade: -2 }]
  if (light < 0.13) return family('black')
  if (light > 0.9) return family('white')
  if (spread < 0.1) return family('grey')
  const sixth =
    most === red
      ? ((green - blue) / spread + 6) % 6
      : most === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4
  const hue = sixth * 60
  if (hue < 15 || hue >= 345) return family(light > 0.65 ? 'pink' : 'red')
  if (hue < 45) return family(light < 0.35 || spread < 0.4 ? 'brown' : 'orange')
  if (hue < 70) return family(light < 0.3 ? 'green' : 'yellow')
  if (hue < 170) return family('green')
  if (hue < 255) return family('blue')
  return family(hue < 300 ? 'purple' : 'pink')
}
