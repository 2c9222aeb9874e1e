import { useEffect, useRef, useState } from 'react'
import { api } from '#pwa/lib/api.ts'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import type { WalletDoor } from '#sync/protocol/shop/wallet.ts'
import * as words from './pay-link-words.ts'
import styles from './wallet.module.css'

/** Makes the link by which somebody else can pay, and shares it. */
export function PayLink({ door }: { door: Omit<WalletDoor, 'pay_token'> }) {
  const [url, setUrl] = useState('')
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<readonly string[]>([])
  const make = async () => {
    setBusy(true)
    setErrors([])
    try {
      setUrl((await api('POST /api/payments/links', { body: door })).url)
    } catch (error) {
      setErrors(messagesOf(error))
    } finally {
      setBusy(false)
    }
  }
  if (url === '')
    return (
      <>
        <Button type="button" kind="quiet" wide busy={busy} busyLabel={words.making} onClick={() => void make()}>
          {words.letOtherPay}
        </Button>
        <ErrorList messages={errors} />
      </>
    )
  return <Made url={url} />
}

function Made({ url }: { url: string }) {
  const made = useRef<HTMLDivElement>(null)
  // The button that led here is gone.
  useEffect(() => made.current?.querySelector('input')?.focus(), [])
  return (
    <div className={styles.form} ref={made}>
      <TextField
        name="pay_link"
        label={words.link}
        hint={words.linkHint}
        value={url}
        readOnly
        required
        onFocus={({ target }) => target.select()}
      />
      <Button type="button" kind="secondary" wide onClick={() => void share(url)}>
        {words.share}
      </Button>
    </div>
  )
}

/** Through the device's own sheet or, without one, by WhatsApp. */
async function share(url: string): Promise<void> {
  const text = words.message(url)
  if ('share' in navigator)
    await navigator.share({ text }).catch((error: unknown) => {
      if (!(error instanceof DOMException)) throw error // closing the sheet is not an error
    })
  else open(`https://wa.me/?text=${encodeURIComponent(text)}`, '_blank', 'noreferrer')
}
