import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { SERVER_FOLDER } from '#api/builds/build.ts'
import { keepBuild } from '#api/builds/kept.ts'
import { env } from '#api/env.ts'
import type * as DrawAside from '#api/web/draw-aside.ts'
import type * as DrawInTurn from '#api/web/draw-in-turn.ts'
import type { Api } from '#tests/support/server/api.ts'
import { onStage } from '#tests/support/server/stage.ts'

/** What the control takes away; how many pages are being drawn, and how many were at most; until when none is done. */
const drawing = vi.hoisted(() => ({ inTurn: true, now: 0, most: 0, gate: Promise.resolve() }))
vi.mock('#api/web/draw-in-turn.ts', async original => {
  const real = await original<typeof DrawInTurn>()
  const drawInTurn: typeof real.drawInTurn = draw => (drawing.inTurn ? real.drawInTurn(draw) : draw())
  return { ...real, drawInTurn }
})
// In place of the process that draws.
vi.mock('#api/web/draw-aside.ts', async original => {
  const drawAside: typeof DrawAside.drawAside = () => async () => {
    drawing.now += 1
    drawing.most = Math.max(drawing.most, drawing.now)
    await drawing.gate
    drawing.now -= 1
    return {
      status: 200,
      title: 'Shop',
      description: null,
      drawn_for: 'everybody',
      html: '<p>drawn</p>',
      path: '/shop',
      screens: [],
      parts: [],
      replies: [],
    }
  }
  return { ...(await original<typeof DrawAside>()), drawAside }
})

const AT_ONCE = 4
const PAGES = 20

let api: Api
onStage(async here => {
  ;({ api } = here)
  await aBuild()
})
afterEach(() => {
  drawing.inTurn = true
})

async function aBuild() {
  const root = join(env.buildsDir, 'counting')
  await mkdir(join(root, SERVER_FOLDER), { recursive: true })
  await mkdir(join(root, 'assets'))
  await writeFile(
    join(root, 'index.html'),
    '<html><head><title>Shop</title></head><body><div id="root"></div></body></html>',
  )
  await writeFile(join(root, 'screens.json'), JSON.stringify({ begin: '/assets/begin.js', start: [], screens: {} }))
  await writeFile(join(root, SERVER_FOLDER, 'server.mjs'), '')
  await keepBuild(env.buildsDir, 'counting')
}

/** Asks for twenty pages at once, of which none is done before `enough` are begun. */
async function askForAll(name: string, enough: number): Promise<{ most: number; statuses: number[] }> {
  let open = () => {}
  Object.assign(drawing, {
    most: 0,
    gate: new Promise<void>(resolve => {
      open = resolve
    }),
  })
  const asked = Array.from({ length: PAGES }, (_, n) =>
    api.send('GET', `/shop?search=${name}${n}`, { headers: { accept: 'text/html' } }),
  )
  await expect.poll(() => drawing.now).toBe(enough)
  await sleep(200) // for one more, if there is room
  open()
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  return { most: drawing.most, statuses }
}

test('draws at most four pages at once, and all of them in the end', async () => {
  const { most, statuses } = await askForAll('turn', AT_ONCE)
  expect([most, statuses]).toEqual([AT_ONCE, Array.from({ length: PAGES }, () => 200)])
})

test('control: draws all pages at once without turns', async () => {
  drawing.inTurn = false
  const { most } = await askForAll('rush', PAGES)
  expect(most).toBe(PAGES)
})
