// A classic script like InlineJS: it adds only the class PaystackPop to the page.
{
  interface Callbacks {
    onSuccess?: (transaction: object) => void
    onCancel?: () => void
    onLoad?: (transaction: object) => void
    onError?: (error: { message: string }) => void
    onBankTransferConfirmationPending?: () => void
  }
  type Options = Callbacks & Record<string, unknown>
  interface Transaction {
    id: string
    getStatus: () => string | null
    frame: HTMLIFrameElement
    end: () => void
  }
  interface Message {
    event?: string
    data?: Record<string, unknown> & { status?: string; message?: string }
  }

  const base = new URL('.', (document.currentScript as HTMLScriptElement).src)
  const LOOK =
    'position:fixed;inset:0;width:100%;height:100%;border:0;z-index:2147483647;background:transparent;color-scheme:normal'
  let opened = 0

  class PaystackPop {
    #transactions = new Map<string, Transaction>()

    static setup({
      callback,
      onClose,
      ...options
    }: Options & { callback?: Callbacks['onSuccess']; onClose?: () => void }) {
      return {
        openIframe: () =>
          new PaystackPop().newTransaction({
            ...options,
            ...(callback && { onSuccess: callback }),
            ...(onClose && { onCancel: onClose }),
          }),
      }
    }

    isLoaded(): boolean {
      return true
    }

    newTransaction(options: Options): Transaction {
      const {
        onSuccess,
        onCancel,
        onLoad,
        onError,
        onBankTransferConfirmationPending,
        ref,
        firstName: _first,
        lastName: _last,
        ...params
      } = options
      const issues = ['key', 'email', 'amount']
        .filter(name => !params[name])
        .map(name => ({ path: name, message: `${name} is required` }))
      if (issues.length > 0) throw Object.assign(new Error('Invalid transaction parameters'), { issues })
      return this.#open(
        { ...params, ...(ref !== undefined && { reference: ref }) },
        { onSuccess, onCancel, onLoad, onError, onBankTransferConfirmationPending },
      )
    }

    resumeTransaction(accessCode: string, callbacks: Callbacks = {}): Transaction {
      return this.#open({ accessCode }, callbacks)
    }

    cancelTransaction(which: string | Transaction): void {
      const found = this.#transactions.get(typeof which === 'string' ? which : which.id)
      found?.frame.contentWindow?.postMessage({ type: 'inline:url', path: 'close' }, base.origin)
    }

    #open(params: Record<string, unknown>, callbacks: Callbacks): Transaction {
      const id = String((opened += 1))
      const frame = document.createElement('iframe')
      const before = document.activeElement
      let status: string | null = null
      frame.id = `inline-checkout-${id}`
      frame.title = 'Payment'
      frame.allow = 'payment; clipboard-read; clipboard-write'
      frame.style.cssText = LOOK
      frame.src = new URL('popup', base).href

      const hear = ({ source, origin, data }: MessageEvent<Message>) => {
        if (source !== frame.contentWindow || origin !== base.origin || !data?.event) return
        const { event, data: details = {} } = data
        if (event === 'loaded:checkout') {
          frame.contentWindow!.postMessage({ type: 'inline:url', path: 'newTransaction', params }, base.origin)
          frame.contentWindow!.postMessage({ type: 'inline:url', path: 'render' }, base.origin)
          frame.focus()
        } else if (event === 'loaded:transaction') callbacks.onLoad?.(details)
        else if (event === 'error') {
          status = 'error'
          callbacks.onError?.({ message: details.message ?? 'The payment page could not be set up.' })
        } else if (event === 'success') finish('success', () => callbacks.onSuccess?.(details))
        else if (event === 'cancel' || event === 'close') finish(details.status ?? 'abandoned', callbacks.onCancel)
        else if (event === 'transfer:pending')
          finish('pending', () => {
            callbacks.onCancel?.()
            callbacks.onBankTransferConfirmationPending?.()
          })
      }
      const end = () => {
        window.removeEventListener('message', hear)
        frame.remove()
        this.#transactions.delete(id)
        if (before instanceof HTMLElement) before.focus()
      }
      const finish = (last: string, call?: () => void) => {
        status = last
        end()
        call?.()
      }

      window.addEventListener('message', hear)
      document.body.append(frame)
      const transaction: Transaction = { id, frame, end, getStatus: () => status }
      this.#transactions.set(id, transaction)
      return transaction
    }
  }

  Object.assign(window, { PaystackPop })
}
