// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PAUSE_MS, SLOWEST_MS } from '#pwa/scan/scanner.ts'
import { listen, useScanner } from '#pwa/scan/use-scanner.ts'
import { cover, uncover } from '#pwa/session/screen-lock.ts'
import { forget, welcome } from '#pwa/session/session.ts'
import { aUser } from '#tests/support/counter/shop-answers.ts'

const codes: string[] = []
const pressed = vi.fn<() => void>()
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  codes.length = 0
  pressed.mockClear()
  stop = listen(code => codes.push(code))
})
afterEach(() => {
  stop()
  cleanup()
  vi.useRealTimers()
})

/**
 * Strikes a key as a browser would: where nobody objects, the character enters the field, and Enter presses the button.
 */
function strike(key: string, after: number) {
  vi.advanceTimersByTime(after)
  const target = document.activeElement as HTMLInputElement
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  if (!target.dispatchEvent(event)) return
  if (target.tagName === 'BUTTON' && key === 'Enter') target.click()
  if (target.tagName !== 'INPUT' || key.length !== 1) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(target, target.value + key)
  target.dispatchEvent(new Event('input', { bubbles: true }))
}

const scan = (code: string) => {
  for (const char of code) strike(char, 8)
}

function Page() {
  const [text, setText] = useState('')
  return (
    <>
      <input aria-label="Search" value={text} onChange={event => setText(event.target.value)} />
      <button onClick={pressed}>Checkout</button>
    </>
  )
}

test('takes a scan over a button to the till and presses nothing with its Enter', () => {
  render(<Page />)
  screen.getByText('Checkout').focus()
  scan('6001 2345')
  strike('Enter', 8)
  expect(codes).toEqual(['6001 2345'])
  expect(pressed).not.toHaveBeenCalled()
  strike('Enter', 1000)
  expect(pressed).toHaveBeenCalledTimes(1)
})

test('leaves a field as it was when a scan goes into it', () => {
  render(<Page />)
  const box = screen.getByLabelText<HTMLInputElement>('Search')
  box.focus()
  for (const char of 'jea') strike(char, 120)
  vi.advanceTimersByTime(500)
  scan('60012345')
  strike('Enter', 8)
  expect(codes).toEqual(['60012345'])
  expect(box.value).toBe('jea')
})

test('reads a scanner without a suffix after a pause', () => {
  render(<Page />)
  screen.getByLabelText('Search').focus()
  scan('60012345')
  expect(codes).toEqual([])
  vi.advanceTimersByTime(PAUSE_MS)
  expect(codes).toEqual(['60012345'])
  expect(screen.getByLabelText<HTMLInputElement>('Search').value).toBe('')
})

test('keeps what a person types, and does not take a held key for a scan', () => {
  render(<Page />)
  const box = screen.getByLabelText<HTMLInputElement>('Search')
  box.focus()
  for (const char of 'jeans') strike(char, 90)
  for (let times = 0; times < 6; times += 1) {
    vi.advanceTimersByTime(30)
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', repeat: true, bubbles: true, cancelable: true }))
  }
  vi.advanceTimersByTime(1000)
  expect(codes).toEqual([])
  expect(box.value).toBe('jeans')
})

test('drops no scan when one follows another', () => {
  render(<Page />)
  const many = Array.from({ length: 30 }, (_, index) => `6001${String(index).padStart(6, '0')}`)
  for (const code of many) {
    vi.advanceTimersByTime(40)
    scan(code)
    strike('Enter', 8)
  }
  expect(codes).toEqual(many)
})

test('leaves the cash field as it was when a slow scanner types a known code into it', () => {
  stop()
  stop = listen(
    code => codes.push(code),
    code => code === '6034000000013',
  )
  render(<Page />)
  const box = screen.getByLabelText<HTMLInputElement>('Search')
  box.focus()
  for (const char of '50') strike(char, 300)
  for (const char of '6034000000013') strike(char, 120)
  expect(box.value).toBe('506034000000013')
  strike('Enter', 120)
  expect([codes, box.value]).toEqual([['6034000000013'], '50'])
  for (const char of '6034000000013') strike(char, 120)
  vi.advanceTimersByTime(SLOWEST_MS)
  expect([codes.length, box.value]).toEqual([2, '50'])
  for (const char of '6034000000014') strike(char, 120)
  strike('Enter', 120)
  expect([codes.length, box.value]).toEqual([2, '506034000000014'])
})

test('takes no scan while locked, and takes them again when open', () => {
  stop()
  const Counting = () => {
    useScanner(code => codes.push(code))
    return <Page />
  }
  const user = aUser()
  act(() => welcome('a token', user))
  render(<Counting />)
  screen.getByText('Checkout').focus()
  const scanOne = () => {
    scan('60012345')
    strike('Enter', 8)
    vi.advanceTimersByTime(PAUSE_MS * 4)
  }
  act(() => cover(user.id))
  scanOne()
  expect(codes).toEqual([])
  act(uncover)
  scanOne()
  expect(codes).toEqual(['60012345'])
  act(forget)
})
