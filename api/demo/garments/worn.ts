import { symmetric } from '#api/demo/cloth/outline.ts'
import { filled } from '#api/demo/cloth/patch.ts'

/**
 * How a garment hangs on the form: its own height `from` meets the form's `on`. `grain` is the size of its weave: tiles
 * of whole pixels take half the time.
 */
export interface Fit {
  from: number
  on: number
  scale: number
  grain: number
}

const SHOULDER = 172
const WAIST = 508
/** The blocks are drawn to fill a picture each; on the form a centimetre is as long for all of them. */
const TOP: Fit = { from: 232, on: SHOULDER + 4, scale: 0.6, grain: 0.5 }
const DRESS: Fit = { from: 232, on: SHOULDER + 8, scale: 0.67, grain: 0.75 }
const BOTTOM: Fit = { from: 190, on: WAIST, scale: 0.68, grain: 0.75 }

export const FITS = { top: TOP, dress: DRESS, bottom: BOTTOM }

const TORSO = symmetric(
  `M600 104C580 104 562 102 558 98C560 130 562 150 548 164C520 184 474 190 446 206C432 214 432 240 442 268C452 296 456 322 450 350C450 404 484 440 484 500C484 556 444 600 440 668C438 706 446 736 460 752C500 768 560 772 600 772`,
)
const LINEN = { light: '#efe7d8', base: '#d9cdb8', shade: '#a3947a', line: '#7d6f58' }

const stops = (colours: readonly (readonly [at: number, colour: string])[]) =>
  colours.map(([at, colour]) => `<stop offset="${at}" stop-color="${colour}"/>`).join('')

const DEFS =
  `<linearGradient id="linen" x1="0" x2="1">${stops([
    [0, LINEN.shade],
    [0.16, LINEN.base],
    [0.4, LINEN.light],
    [0.66, LINEN.base],
    [1, LINEN.shade],
  ])}</linearGradient>` +
  `<linearGradient id="wood" x1="0" x2="1">${stops([
    [0, '#4a2f1b'],
    [0.35, '#a8754a'],
    [0.6, '#7d5230'],
    [1, '#3b2414'],
  ])}</linearGradient>` +
  `<linearGradient id="wall" x1="0" y1="0" x2=".25" y2="1">${stops([
    [0, '#b9b3ab'],
    [0.5, '#a29b92'],
    [1, '#8b847b'],
  ])}</linearGradient>` +
  `<linearGradient id="floor" x1="0" y1="0" x2="0" y2="1">${stops([
    [0, '#857d73'],
    [1, '#6d665d'],
  ])}</linearGradient>` +
  `<radialGradient id="lamp" cx=".4" cy=".3" r=".62"><stop offset="0" stop-color="#fff6e6" stop-opacity=".42"/><stop offset="1" stop-color="#fff6e6" stop-opacity="0"/></radialGradient>` +
  `<radialGradient id="under" cx=".5" cy=".5" r=".5"><stop offset="0" stop-color="#1d1912" stop-opacity=".6"/><stop offset="1" stop-color="#1d1912" stop-opacity="0"/></radialGradient>`

/** A wall and a floor of one mid tone, between a light page and a dark one. */
const ROOM =
  `<rect width="1200" height="1500" fill="url(#wall)"/><rect y="1330" width="1200" height="170" fill="url(#floor)"/><path d="M0 1330H1200" stroke="#5f584f" stroke-opacity=".5" stroke-width="3"/>` +
  `<rect width="1200" height="1500" fill="url(#lamp)"/><ellipse cx="620" cy="1424" rx="330" ry="44" fill="url(#under)"/>`

const STAND =
  `<rect x="589" y="760" width="22" height="640" fill="url(#wood)"/>` +
  `<path d="M450 1404C450 1380 516 1366 600 1366C684 1366 750 1380 750 1404V1414C750 1438 684 1450 600 1450C516 1450 450 1438 450 1414Z" fill="#3b2414"/>` +
  `<ellipse cx="600" cy="1402" rx="150" ry="36" fill="url(#wood)"/><ellipse cx="600" cy="1400" rx="34" ry="10" fill="#3b2414" fill-opacity=".8"/><path d="M584 1400C588 1376 590 1360 590 1340H610C610 1360 612 1376 616 1400Z" fill="url(#wood)"/>`

const side = (line: string) => `<path d="${line}"/><path d="${line}" transform="matrix(-1 0 0 1 1200 0)"/>`
const FORM =
  `<path d="M590 74C590 60 610 60 610 74L614 84H586Z" fill="url(#wood)"/><ellipse cx="600" cy="97" rx="43" ry="14" fill="url(#wood)"/><ellipse cx="596" cy="92" rx="30" ry="7" fill="#c9986a" fill-opacity=".5"/>` +
  `<path d="${TORSO}" fill="url(#linen)"/>` +
  `<g fill="none" stroke="${LINEN.line}" stroke-opacity=".12" stroke-linejoin="round">${[70, 44, 24, 10].map(width => `<path d="${TORSO}" stroke-width="${width}" clip-path="url(#torso)"/>`).join('')}</g>` +
  `<g fill="none" stroke="${LINEN.line}" stroke-opacity=".55" stroke-width="2"><path d="M600 104V772M556 152C576 164 624 164 644 152M484 502C540 516 660 516 716 502"/>${side('M508 186C520 300 508 380 522 440C534 500 528 600 508 764')}${side('M446 208C470 240 474 300 452 340')}</g>` +
  `<path d="${TORSO}" fill="none" stroke="${LINEN.line}" stroke-opacity=".6" stroke-width="2"/>`

/**
 * A garment as it is worn: on a tailor's form that stands in a room, at the scale of all the others, so that a dress is
 * longer than a shirt. @param drawing the garment from the front @param outlines its own, for its shadow on the form
 */
export function wornPicture(
  drawing: string,
  { outlines, fit, defs }: { outlines: readonly string[]; fit: Fit; defs: string },
): string {
  const [dx, dy] = [600 - 600 * fit.scale, fit.on - fit.from * fit.scale]
  const back = 1 / fit.scale
  const body = `<g transform="scale(${back}) translate(${-dx} ${-dy})">${FORM}</g>`
  const outline = outlines.join('')
  const shade = [46, 30, 18, 9].map(width => `<path d="${outline}" stroke-width="${width}"/>`)
  return (
    `<defs><clipPath id="torso"><path d="${TORSO}"/></clipPath>${DEFS}${defs}</defs>${ROOM}${STAND}${FORM}` +
    `<g transform="translate(${dx} ${dy}) scale(${fit.scale})"><g transform="translate(8 16)" fill="none" stroke="#1d1912" stroke-opacity=".1" stroke-linejoin="round">${shade.join('')}</g>${filled(drawing, body)}</g>`
  )
}
