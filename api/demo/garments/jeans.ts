import type { Cloth } from '#api/demo/cloth/dye.ts'
import { fold } from '#api/demo/cloth/folds.ts'
import { garment, type Drawing, type Order, type Style } from './garment.ts'
import type { LegBlock } from './legs.ts'
import { stitch } from '#api/demo/cloth/sewing.ts'
import { drawTrousers, type Trousers } from './trousers.ts'
import { waistDetail } from './waist-detail.ts'

interface JeansCut extends Style {
  block: LegBlock
  wash: number
  backPocket: Trousers['backPocket']
  isTorn?: boolean
  isTurnedUp?: boolean
}

const block = (knee: LegBlock['knee'], hem: LegBlock['hem'], [waist, hip]: readonly [number, number]): LegBlock => ({
  waist,
  hip,
  knee,
  hem,
  foot: 1390,
})

export const jeans = garment<JeansCut>(
  {
    slim: { weave: 'twill', block: block([134, 80], [134, 68], [212, 258]), wash: 0.3, backPocket: 'arc' },
    straight: { weave: 'twill', block: block([140, 98], [146, 94], [222, 260]), wash: 0.12, backPocket: 'chevron' },
    wide: { weave: 'twill', block: block([174, 146], [206, 168], [208, 262]), wash: 0.18, backPocket: 'plain' },
    skinny: { weave: 'twill', block: block([122, 66], [116, 52], [198, 252]), wash: 0.36, backPocket: 'arc' },
    bootcut: { weave: 'twill', block: block([132, 78], [166, 114], [202, 258]), wash: 0.26, backPocket: 'chevron' },
    mom: {
      weave: 'twill',
      block: { ...block([156, 110], [140, 80], [196, 280]), foot: 1330 },
      wash: 0.4,
      backPocket: 'arc',
      isTurnedUp: true,
    },
    ripped: {
      weave: 'twill',
      block: block([138, 92], [138, 78], [214, 260]),
      wash: 0.44,
      backPocket: 'plain',
      isTorn: true,
    },
  },
  draw,
)

function draw({ view, cut, cloth, hand }: Order<JeansCut>): Drawing {
  if (view === 'detail') return waistDetail({ cloth, hand, pocket: 'scoop', thread: cloth.contrast, metal: 'copper' })
  const onLeg = () =>
    (cut.isTorn && view === 'front' ? tear(cut.block, cloth) : '') + (cut.isTurnedUp ? turnUp(cut.block, cloth) : '')
  return drawTrousers(
    {
      block: cut.block,
      cloth,
      hand,
      thread: cloth.contrast,
      metal: 'copper',
      pocket: 'scoop',
      backPocket: cut.backPocket,
      wash: cut.wash,
      onLeg,
    },
    view,
  )
}

/** A knee worn through: white weft threads across a dark gap. */
function tear({ knee }: LegBlock, cloth: Cloth): string {
  const x = 600 - knee[0]
  const gap = `M${x - 52} 890C${x - 20} 878 ${x + 26} 880 ${x + 50} 894C${x + 40} 918 ${x + 10} 926 ${x - 12} 924C${x - 34} 922 ${x - 48} 908 ${x - 52} 890Z`
  const threads = [0, 1, 2, 3, 4, 5].map(
    i =>
      `M${x - 50 + i * 2} ${889 + i * 6}C${x - 16} ${893 + i * 6} ${x + 18} ${886 + i * 6} ${x + 48 - i * 3} ${892 + i * 5}`,
  )
  return `<path d="${gap}" fill="${cloth.deep}"/><path d="${threads.join('')}" stroke="#f1ede2" stroke-width="3.4" fill="none" stroke-opacity=".9"/><path d="${gap}" fill="none" stroke="#f4f1e8" stroke-opacity=".8" stroke-width="5" stroke-dasharray="3 4"/>`
}

/** A hem folded up once, showing the pale back of the cloth. */
function turnUp({ hem, foot }: LegBlock, cloth: Cloth): string {
  const [outer, inner] = [600 - hem[0] - hem[1] - 14, 600 - hem[0] + hem[1] + 14]
  const cuff = `M${outer} ${foot - 66}C${outer + 40} ${foot - 54} ${inner - 40} ${foot - 50} ${inner} ${foot - 60}L${inner} ${foot + 20}L${outer} ${foot + 20}Z`
  return `<path d="${cuff}" transform="translate(0 -7)" fill="${cloth.deep}" fill-opacity=".4"/><path d="${cuff}" fill="${cloth.light}"/><path d="${cuff}" fill="url(#weave)"/><path d="${cuff}" fill="url(#volume)"/>${stitch(`M${outer} ${foot - 54}C${outer + 40} ${foot - 42} ${inner - 40} ${foot - 38} ${inner} ${foot - 48}`, cloth.contrast)}${fold(cloth, [outer + 20, foot - 30, 600 - hem[0], foot - 10, inner - 30, foot - 24], { width: 10, depth: 0.3 })}`
}
