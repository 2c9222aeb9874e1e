import { act, fireEvent, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** Presses a button; resolves once no button is busy. */
export async function pressed(button: HTMLElement): Promise<void> {
  await act(async () => {
    fireEvent.click(button)
  })
  await waitFor(() => expect(document.querySelector('button[aria-busy=true]')).toBeNull())
}
