// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { BarPlot } from '#pwa/staff/desk/bar-plot.tsx'
import { formatCedis } from '#sync/protocol/money.ts'

afterEach(cleanup)

const STORE = [0, 120.5, 80]
const WEBSITE = [0, 30, 90.25]
const plot = (overrides: object = {}) =>
  render(
    <MemoryRouter>
      <BarPlot
        title="Sold by day"
        labelHead="Day"
        labels={['19 Nov', '20 Nov', '21 Nov']}
        format={formatCedis}
        stacked
        links={['/a', '/b', '/c']}
        series={[
          { name: 'Store', tone: 'denim', values: STORE },
          { name: 'Website', tone: 'gold', values: WEBSITE },
        ]}
        {...overrides}
      />
    </MemoryRouter>,
  )
const bars = (container: HTMLElement) =>
  [...container.querySelectorAll('rect')].map(bar => ({
    top: Number(bar.getAttribute('y')),
    height: Number(bar.getAttribute('height')),
  }))

test('has every value of a chart in a table one click away, with links', () => {
  plot()
  const table = screen.getByRole('table', { name: 'Sold by day', hidden: true })
  expect(table.closest('details')!.open).toBe(false)
  screen.getByText('Values as a table').click()
  expect(table.closest('details')!.open).toBe(true)
  const cells = within(table)
    .getAllByRole('row')
    .map(row => [...row.children].map(({ textContent }) => textContent))
  expect(cells).toEqual([
    ['Day', 'Store', 'Website'],
    ['19 Nov', formatCedis(0), formatCedis(0)],
    ['20 Nov', formatCedis(120.5), formatCedis(30)],
    ['21 Nov', formatCedis(80), formatCedis(90.25)],
  ])
  expect(within(table).getByRole('link', { name: '20 Nov' }).getAttribute('href')).toBe('/b')
})

test("links a bar for a pointer as its table row, and is in nobody's way otherwise", () => {
  const { container } = plot()
  const doors = [...container.querySelectorAll<HTMLAnchorElement>('[aria-hidden] a')]
  expect(doors.map(door => [door.getAttribute('href'), door.tabIndex])).toEqual([
    ['/a', -1],
    ['/b', -1],
    ['/c', -1],
  ])
  expect(doors[1]!.title).toBe(`20 Nov: Store ${formatCedis(120.5)}, Website ${formatCedis(30)}`)
  expect(plot({ links: undefined }).container.querySelector('[aria-hidden] a')).toBeNull()
})

test('is one picture to a screen reader, which reads the highest value', () => {
  plot()
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
    `Sold by day. The highest is 21 Nov: ${formatCedis(170.25)}. The table below has every value.`,
  )
  expect(screen.getByRole('figure', { name: 'Sold by day' })).toBeTruthy()
})

test('draws bars from zero, in proportion', () => {
  const { container } = plot()
  const base = Number(container.querySelector('line')!.getAttribute('y1'))
  const [none, , twenty, twentyWeb, last, lastWeb] = bars(container)
  expect(none!.height).toBe(0)
  expect(twenty!.top + twenty!.height).toBeCloseTo(base)
  expect(twentyWeb!.top + twentyWeb!.height).toBeCloseTo(twenty!.top)
  expect(twenty!.height / last!.height).toBeCloseTo(120.5 / 80)
  expect(lastWeb!.height / twentyWeb!.height).toBeCloseTo(90.25 / 30)
})

test('draws series side by side from zero', () => {
  const { container } = plot({ stacked: false })
  const base = Number(container.querySelector('line')!.getAttribute('y1'))
  for (const { top, height } of bars(container)) expect(top + height).toBeCloseTo(base)
})

test('says that a chart is empty, and draws nothing', () => {
  const { container } = plot({ series: [{ name: 'Store', tone: 'denim', values: [0, 0, 0] }] })
  expect(screen.getByRole('img').getAttribute('aria-label')).toContain('All values are zero.')
  expect(bars(container).every(({ height }) => height === 0)).toBe(true)
})

test('draws as many of thirty labels as a phone has room for, the last included, and lists all in the table', () => {
  const labels = Array.from({ length: 30 }, (_, n) => `day ${n + 1}`)
  const { container } = plot({
    labels,
    links: undefined,
    series: [{ name: 'Store', tone: 'denim', values: labels.map((_, n) => n) }],
  })
  const drawn = [...container.querySelectorAll('text')]
    .map(({ textContent }) => textContent)
    .filter(text => text!.startsWith('day'))
  expect(drawn.length).toBeLessThanOrEqual(8)
  expect(drawn.at(-1)).toBe('day 30')
  expect(screen.getAllByRole('row', { hidden: true })).toHaveLength(31)
})
