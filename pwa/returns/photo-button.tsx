import Camera from 'lucide-react/icons/camera'
import { useRef, useState } from 'react'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { MOST_PHOTOS } from '#sync/protocol/shop/refund.ts'
import styles from './refund-card.module.css'
import * as words from './refund-words.ts'

interface Props {
  /** How many were sent already. */
  count: number
  send: (photo: FormData) => Promise<unknown>
  /** What to call it, if it does not show a fault. */
  words?: { add: string; help: string }
}

/** Takes or chooses a photo and sends it at once. Renders nothing once the limit is reached. */
export function PhotoButton({
  count,
  send,
  words: { add, help } = { add: words.addPhoto, help: words.photoHelps },
}: Props) {
  const [errors, setErrors] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const choose = async (file: File | undefined) => {
    if (!file) return
    const photo = new FormData()
    photo.set('photo', file)
    setBusy(true)
    setErrors(await send(photo).then(() => [], messagesOf))
    setBusy(false)
    if (input.current) input.current.value = ''
  }
  if (count >= MOST_PHOTOS) return null
  return (
    <div className={styles.photo}>
      <ErrorList messages={errors} />
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp"
        aria-label={words.photo}
        onChange={({ target }) => void choose(target.files?.[0])}
      />
      <Button
        type="button"
        kind="secondary"
        busy={busy}
        icon={<Camera size={20} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {add}
      </Button>
      <p>{help}</p>
    </div>
  )
}
