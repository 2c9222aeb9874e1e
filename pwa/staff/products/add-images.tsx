import { useState, useTransition } from 'react'
import { say } from '#pwa/lib/notice.ts'
import { useUnsavedState } from '#pwa/forms/use-unsaved-state.ts'
import { Button } from '#pwa/ui/button.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import type { StaffProduct } from '#sync/protocol/shop/catalogue.ts'
import { LeaveDialog } from '#pwa/ui/leave-dialog.tsx'
import type { useChosenPictures } from './chosen-pictures.ts'
import { PictureChoice } from './picture-choice.tsx'
import styles from './products.module.css'
import { rereadProducts } from './reread-products.ts'
import { sendPictures, type Sending } from './send-pictures.ts'
import * as pictureWords from './picture-words.ts'

interface Props {
  product: StaffProduct
  waiting: ReturnType<typeof useChosenPictures>
}

/** Sends several pictures, each with its progress; a failed one stays with the reason, to be sent again. */
export function AddImages({ product: { id, colours }, waiting }: Props) {
  const { chosen, files, colour, setColour, leftOut, change, keep } = waiting
  const [sendings, follow] = useState<readonly Sending[]>([])
  const [busy, start] = useTransition()
  const { isUnsaved } = useUnsavedState(files.length > 0)
  const send = () =>
    start(async () => {
      const left = await sendPictures(id, chosen, follow)
      keep(left.map(({ file, colour: of }) => ({ file, colour: of })))
      follow(left)
      const count = files.length - left.length
      if (count > 0)
        say({ words: count === 1 ? pictureWords.onePictureAdded : pictureWords.picturesAdded(count), kind: 'ok' })
      await rereadProducts()
    })
  const noteOf = (file: File) => {
    const code = chosen.find(each => each.file === file)?.colour
    return colours.find(each => each.code === code)?.name ?? pictureWords.allColours
  }
  const failed = sendings.filter(({ error }) => error !== null)
  return (
    <section className={styles.section}>
      <h2>{pictureWords.addPictures}</h2>
      {busy ? (
        <Progress sendings={sendings} />
      ) : (
        <>
          {colours.length > 0 && (
            <SelectField
              label={pictureWords.colourOfNew}
              name="colour_of_new"
              value={colour ?? ''}
              onChange={({ target }) => setColour(target.value || null)}
            >
              <option value="">{pictureWords.allColours}</option>
              {colours.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
          <PictureChoice
            files={files}
            onChange={change}
            errors={[...leftOut, ...failed.map(({ file, error }) => `${file.name}: ${error}`)]}
            {...(colours.length > 0 && { noteOf })}
          />
        </>
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
