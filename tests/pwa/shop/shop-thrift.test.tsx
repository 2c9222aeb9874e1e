// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { later, routes } from '#pwa/routes.tsx'
import { Picture } from '#pwa/ui/picture.tsx'
import { Zoom } from '#pwa/shop/product/zoom.tsx'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers } from '#tests/support/counter/shop-answers.ts'

const image = {
  id: 1,
  alt: null,
  dominant: null,
  colour_code: null,
  file: { storage_link: '/storage/pictures/a-800.webp' },
}
const widthsIn = (root: ParentNode) =>
  [...root.querySelectorAll('img')].map(({ src, srcset }) =>
    [src, ...srcset.split(',')].map(link => /-(\d+)\.webp/.exec(link)?.[1]).join(' '),
  )
const ALL = '800 160 400 800 1200'
const FEW = '400 400'

let connection: EventTarget & { saveData: boolean; effectiveType: string }
beforeEach(() => {
  connection = Object.assign(new EventTarget(), { saveData: true, effectiveType: '4g' })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'connection')
})
const saveData = () => Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })

describe('on dear data', () => {
  it('a picture comes small, whichever setting says so, and large when data is cheap', () => {
    saveData()
    const { container } = render(<Picture image={image} alt="" sizes="90vw" />)
    expect(widthsIn(container)).toEqual([FEW])
    act(() => {
      connection.saveData = false
      connection.dispatchEvent(new Event('change'))
    })
    expect(widthsIn(container)).toEqual([ALL])
    act(() => {
      connection.effectiveType = '3g'
      connection.dispatchEvent(new Event('change'))
    })
    expect(widthsIn(container)).toEqual([FEW])
  })

  it('a drawn picture at the top is not loaded twice, and others come small', async () => {
    const page = (
      <>
        <Picture image={image} alt="" sizes="90vw" first />
        <Picture image={image} alt="" sizes="90vw" />
      </>
    )
    const root = Object.assign(document.createElement('div'), { innerHTML: renderToString(page) })
    expect(widthsIn(root)).toEqual([ALL, ALL])
    saveData()
    const alive = await act(async () => hydrateRoot(root, page))
    expect(widthsIn(root)).toEqual([ALL, FEW])
    act(() => alive.unmount())
    const { container } = render(page)
    expect(widthsIn(container)).toEqual([FEW, FEW])
  })

  it('collections come small, and a full-screen picture no larger than a phone shows', async () => {
    saveData()
    shopThatAnswers(({ url }) =>
      url.startsWith('/api/categories')
        ? json({
            categories: {
              data: [
                {
                  id: 4,
                  name: 'Cargo Pants',
                  description: null,
                  parent_id: null,
                  icon_image: null,
                  banner_image: { storage_link: image.file.storage_link },
                },
              ],
              total: 1,
              last_page: 1,
              current_page: 1,
              per_page: 100,
            },
          })
        : json({ message: 'Page not found.', code: 'not_found' }, 404),
    )
    showRoutes(routes, ['/collections'], later)
    await screen.findByText('Cargo Pants')
    expect(widthsIn(document.getElementById('main')!)).toEqual([FEW])
    cleanup()
    render(<Zoom open image={image} alt="" onClose={() => {}} />)
    expect(widthsIn(document.body)).toEqual(['800 '])
  })
})
