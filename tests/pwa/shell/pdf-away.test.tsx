// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ChunkError } from '#pwa/lib/lazy-screen.ts'
import { receiptPdf } from '#pwa/receipt/receipt-pdf.ts'
import type { ReceiptContent } from '#pwa/receipt/receipt-content.ts'
import { LabelsForm } from '#pwa/staff/labels/labels-form.tsx'

/** As a browser has it for what it does not hold, without a network. */
vi.mock('jspdf', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
afterEach(cleanup)

it("tells the receipt's screen when the PDF writer does not load, so that it stays", async () => {
  await expect(receiptPdf({} as ReceiptContent)).rejects.toBeInstanceOf(ChunkError)
})

it('says so in the labels dialog and keeps its numbers', async () => {
  const close = vi.fn<() => void>()
  render(
    <LabelsForm
      labels={[{ name: 'Slim jeans', size: 'UK 10', colour: null, price: 10, sku: 'SLIM', barcode: null, count: 3 }]}
      onClose={close}
    />,
  )
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Save 3 labels' }))
  })
  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t create the labels')
  expect(screen.getByRole<HTMLInputElement>('spinbutton').value).toBe('3')
  expect(close).not.toHaveBeenCalled()
})
