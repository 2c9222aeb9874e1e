/** The shades of one dyed cloth: in plain light, in folds, on edges, along seams. All `#rrggbb`. */
export interface Cloth {
  base: string
  /** Deepest fold. */
  deep: string
  /** Turned away from the light: linings, undersides. */
  shade: string
  /** Towards the light. */
  light: string
  /** Sewing thread that matches the cloth. */
  thread: string
  /** Sewing thread that contrasts. */
  contrast: string
  /** 0 black … 1 white. */
  lightness: number
}

const GOLD = '#d9a03a'

/** @param colour 6 hex digits */
export function dye(colour: string): Cloth {
  const base = `#${colour.toLowerCase()}`
  const lightness = lightnessOf(base)
  const isPale = lightness > 0.72
  const isDark = lightness < 0.2
  return {
    base,
    lightness,
    deep: isPale ? mix(base, '#4b4a5c', 0.74) : mix(base, '#07080f', isDark ? 0.8 : 0.66),
    shade: isPale ? mix(base, '#77747c', 0.34) : mix(base, '#0b0c16', 0.42),
    light: mix(base, isDark ? '#cfd6ea' : '#ffffff', isDark ? 0.42 : 0.62),
    thread: isPale ? mix(base, '#8d8674', 0.5) : mix(base, isDark ? '#c9cede' : '#05060c', isDark ? 0.32 : 0.38),
    contrast: isPale ? '#c08a3a' : mix(GOLD, '#fff1c9', isDark ? 0.12 : 0),
  }
}

/** The colour this share of the way from one to the other. */
export function mix(from: string, to: string, share: number): string {
  const target = channels(to)
  const mixed = channels(from).map((channel, i) => Math.round(channel + ((target[i] ?? 0) - channel) * share))
  return `#${mixed.map(channel => channel.toString(16).padStart(2, '0')).join('')}`
}

function lightnessOf(colour: string) {
  const [red = 0, green = 0, blue = 0] = channels(colour)
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255
}

const channels = (colour: string) => [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16))
