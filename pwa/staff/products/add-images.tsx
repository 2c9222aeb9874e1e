import { useState, useTransition } from 'react'
import { say } from '#pwa/lib/notice.ts'
import { useUnsavedState } from '#pwa/forms/use-unsaved-state.ts'
import { Button } from '#pwa/ui/button.tsx'
import type { StaffProduct } from '#sync/protocol/shop/catalogue.ts'
import { LeaveDialog } from '#pwa/ui/leave-dialog.tsx'
import { PictureChoice } from './picture-choice.tsx'
import styles from './products.module.css'
import { rereadProducts } from './reread-products.ts'
import { sendPictures, type Sending } from './send-pictures.ts'
import * as pictureWords from './picture-words.ts'

/** Sends several pictures, each with its progress; a failed one stays with the reason, to be sent again. */
export function AddImages({ product }: { product: StaffProduct }) {
  const [files, choose] = useState<File[]>([])
  const [sendings, follow] = useState<readonly Sending[]>([])
  const [busy, start] = useTransition()
  const { isUnsaved } = useUnsavedState(files.length > 0)
  const send = () =>
    start(async () => {
      const left = await sendPictures(product.id, files, follow)
      choose(left.map(({ file }) => file))
      follow(left)
      const count = files.length - left.length
      if (count > 0)
        say({ words: count === 1 ? pictureWords.onePictureAdded : pictureWords.picturesAdded(count), kind: 'ok' })
      await rereadProducts()
    })
  const failed = sendings.filter(({ error }) => error !== null)
  return (
    <section className={styles.section}>
      <h2>{pictureWords.addPictures}</h2>
      {busy ? (
        <Progress sendings={sendings} />
      ) : (
        <PictureChoice
          files={files}
          onChange={choose}
          errors={failed.map(({ file, error }) => `${file.name}: ${error}`)}
        />
      )}
      <div>
        <Button type="button" busy={busy} disabled={files.length === 0} onClick={send}>
          {pictureWords.addProductImages}
        </Button>
      </div>
      <LeaveDialog isUnsaved={isUnsaved} />
    </section>
  )
}

const Progress = ({ sendings }: { sendings: readonly Sending[] }) => (
  <ul className="bare">
    {sendings.map(({ file, share, error }, i) => (
      <li key={`${i} ${file.name}`}>
        <label className={styles.progress}>
          {file.name}
          {error !== null && <span className={styles.wrong}>{error}</span>}
          <progress value={share} max={1} />
        </label>
      </li>
    ))}
  </ul>
)
