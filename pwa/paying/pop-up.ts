import type { Payment } from '#sync/protocol/shop/checkout.ts'
import { setStylesOfPopUp } from './pop-up-styles.ts'

/** The provider's own script gives the page this class. */
interface PaystackPop {
  resumeTransaction: (
    access_code: string,
    callbacks: {
      onSuccess: () => void
      onCancel: () => void
      onLoad: () => void
      onError: (error: { message: string }) => void
    },
  ) => { id?: string } | undefined
  cancelTransaction: (transaction: { id?: string }) => void
}
declare global {
  interface Window {
    PaystackPop?: new () => PaystackPop
  }
}

const SCRIPTS = { paystack: 'https://js.paystack.co/v2/inline.js', sandbox: '/sandbox/paystack/inline.js' } as const
const PATIENCE_MS = 10_000

/** The pop-up did not open: use the provider's own page. */
export class PopUpError extends Error {}

/**
 * Opens the provider's pop-up over this page and waits until it closes: 'paid' as far as it knows, or 'closed'.
 * @throws {PopUpError} if it has not opened within 10 s
 */
export async function openPopUp(
  { provider, access_code }: Pick<Payment, 'provider' | 'access_code'>,
  patience = PATIENCE_MS,
): Promise<'paid' | 'closed'> {
  const until = Date.now() + patience
  setStylesOfPopUp()
  await loadScript(SCRIPTS[provider], patience)
  const Pop = window.PaystackPop
  if (!Pop) throw new PopUpError('The script of the pop-up gave no pop-up.')
  return new Promise((resolve, reject) => {
    let isLoaded = false
    let isOver = false
    const end = (how: () => void) => {
      isOver = true
      clearTimeout(timer)
      how()
    }
    const pop = new Pop()
    const giveUp = (why: PopUpError) => {
      if (isLoaded || isOver) return // an open pop-up shows its own errors
      end(() => reject(why))
      if (transaction) pop.cancelTransaction(transaction)
    }
    const timer = setTimeout(() => giveUp(new PopUpError('The pop-up did not come.')), Math.max(0, until - Date.now()))
    const transaction = pop.resumeTransaction(access_code, {
      onLoad: () => {
        isLoaded = true
      },
      onSuccess: () => end(() => resolve('paid')),
      onCancel: () => {
        if (!isOver) end(() => resolve('closed'))
      },
      onError: ({ message }) => giveUp(new PopUpError(message)),
    })
  })
}

/** An app installed on iOS cannot open a pop-up: it goes to the provider's page and returns. */
export const isInstalledOnIos = (browser: Navigator & { standalone?: boolean } = navigator) =>
  browser.standalone === true

let loading: Promise<void> | null = null

/** Loads when the first payment begins, once per page; after a failure the next payment tries again. */
function loadScript(src: string, patience: number): Promise<void> {
  if (window.PaystackPop) return Promise.resolve()
  loading ??= new Promise<void>((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, async: true })
    const fail = () => {
      script.remove()
      reject(new PopUpError('The script of the pop-up did not come.'))
    }
    const timer = setTimeout(fail, patience)
    script.addEventListener('load', () => {
      clearTimeout(timer)
      resolve()
    })
    script.addEventListener('error', () => {
      clearTimeout(timer)
      fail()
    })
    document.head.append(script)
  }).finally(() => {
    loading = null
  })
  return loading
}
