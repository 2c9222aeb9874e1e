import { garment, type Drawing, type Order, type Style } from './garment.ts'
import { mix } from '#api/demo/cloth/dye.ts'
import type { LegBlock } from './legs.ts'
import { stitch } from '#api/demo/cloth/sewing.ts'
import { drawTrousers, type Trousers } from './trousers.ts'
import { waistDetail } from './waist-detail.ts'

interface ShortsCut extends Style {
  block: LegBlock
  isDenim: boolean
  wash: number
  backPocket: Trousers['backPocket']
  edge: 'hem' | 'frayed' | 'bermuda'
}

/** Places shorts in the middle of the picture. */
const DROP = 210

const block = (foot: number, hem: LegBlock['hem'], [waist, hip]: readonly [number, number]): LegBlock => ({
  waist,
  hip,
  knee: hem,
  hem,
  foot,
})

export const shorts = garment<ShortsCut>(
  {
    denim: {
      weave: 'twill',
      block: block(800, [176, 144], [236, 310]),
      isDenim: true,
      wash: 0.34,
      backPocket: 'arc',
      edge: 'frayed',
    },
    chino: {
      weave: 'twill',
      block: block(900, [172, 146], [236, 304]),
      isDenim: false,
      wash: 0,
      backPocket: 'flap',
      edge: 'hem',
    },
    bermuda: {
      weave: 'twill',
      block: block(940, [176, 148], [238, 306]),
      isDenim: true,
      wash: 0.2,
      backPocket: 'chevron',
      edge: 'bermuda',
    },
    check: {
      weave: 'plain',
      print: 'check',
      block: block(870, [178, 150], [238, 306]),
      isDenim: false,
      wash: 0,
      backPocket: 'plain',
      edge: 'hem',
    },
  },
  draw,
)

function draw({ view, cut, cloth, hand }: Order<ShortsCut>): Drawing {
  const thread = cut.isDenim ? cloth.contrast : cloth.thread
  const pocket = cut.isDenim ? 'scoop' : 'slant'
  const metal = cut.isDenim ? 'copper' : 'brass'
  if (view === 'detail') return waistDetail({ cloth, hand, pocket, thread, metal })
  return {
    ...drawTrousers(
      {
        block: cut.block,
        cloth,
        hand,
        thread,
        metal,
        pocket,
        backPocket: cut.backPocket,
        wash: cut.wash,
        onLeg: () => edge(cut, cloth.light, mix(cloth.base, '#ffffff', 0.75)),
      },
      view,
    ),
    drop: DROP,
  }
}

function edge({ block: { hem, foot }, edge: kind }: ShortsCut, light: string, fray: string): string {
  const [outer, inner] = [600 - hem[0] - hem[1], 600 - hem[0] + hem[1]]
  if (kind === 'hem') return ''
  if (kind === 'bermuda')
    return stitch(
      `M${outer - 10} ${foot - 62}C${outer + 70} ${foot - 44} ${inner - 60} ${foot - 38} ${inner + 10} ${foot - 48}`,
      light,
    )
  const threads = Array.from({ length: 46 }, (_, i) => {
    const x = outer + ((inner - outer) * i) / 45
    const y = foot + 20 * Math.sin((Math.PI * i) / 45) + 4
    return `M${x.toFixed(0)} ${(y - 30).toFixed(0)}l${((i * 7) % 9) - 4} ${26 + ((i * 5) % 16)}`
  })
  return `<path d="${threads.join('')}" stroke="${fray}" stroke-width="4" stroke-opacity=".85" fill="none"/>`
}
