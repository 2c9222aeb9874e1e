export const WIDTH = 1200
export const HEIGHT = 1500

export type Side = 'left' | 'right'

/**
 * Closes a half outline with its mirror image.
 * @param half absolute M, L and C commands, from the top of the middle line down the left side to its foot
 */
export function symmetric(half: string): string {
  const { start, segments } = parse(half)
  const ends = [start, ...segments.map(segment => segment.slice(-2))]
  const back = segments.map((segment, i) => {
    const end = ends[i] ?? start
    return segment.length === 2
      ? ['L', ...mirror(end)]
      : ['C', ...mirror(segment.slice(2, 4)), ...mirror(segment.slice(0, 2)), ...mirror(end)]
  })
  const foot = ends.at(-1) ?? start
  return `${half} L${mirror(foot).join(' ')} ${back
    .toReversed()
    .map(segment => segment.join(' '))
    .join(' ')}Z`
}

/** The mirror image of any outline made of absolute M, L and C commands. */
export function mirrorOf(outline: string): string {
  let isAcross = false
  return outline.replace(/[MLCZ]|-?\d*\.?\d+/g, token => {
    if (/[MLCZ]/.test(token)) return token
    isAcross = !isAcross
    return isAcross ? String(WIDTH - Number(token)) : token
  })
}

/** Draws the left and the right of a pair, the right one mirrored. */
export const pair = (draw: (side: Side) => string) => draw('left') + turned(draw('right'))

/** The same drawing, mirrored across the middle of the picture. */
export const turned = (content: string) => `<g transform="matrix(-1 0 0 1 ${WIDTH} 0)">${content}</g>`

function parse(half: string) {
  const commands = [...half.matchAll(/([MLC])([^MLC]*)/g)].map(([, letter, rest = '']) => ({
    letter,
    numbers: (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number),
  }))
  const start = commands[0]?.numbers ?? [0, 0]
  const segments = commands.slice(1).flatMap(({ letter, numbers }) => chunks(numbers, letter === 'C' ? 6 : 2))
  return { start, segments }
}

const mirror = (point: number[]) => [WIDTH - (point[0] ?? 0), point[1] ?? 0]

const chunks = (numbers: number[], size: number) =>
  Array.from({ length: Math.floor(numbers.length / size) }, (_, i) => numbers.slice(i * size, i * size + size))
