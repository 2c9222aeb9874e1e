import { useRef } from 'react'
import { Swatch } from '#pwa/ui/swatch.tsx'
import type { StaffProduct } from '#sync/protocol/shop/catalogue.ts'
import styles from './products.module.css'
import * as words from './picture-words.ts'
import { useDroppedFiles } from './use-dropped.ts'

/** Where a picture may be dropped to show a colour. `row`: below 0, so that it is not the id of a picture. */
export interface ColourPlace {
  row: number
  code: string | null
  name: string
}

/** A place for all colours and one for each colour; none if the product has no colours. */
export const placesOf = (colours: StaffProduct['colours']): ColourPlace[] =>
  colours.length === 0
    ? []
    : [{ code: null, name: words.allColours }, ...colours].map((colour, i) => ({ ...colour, row: -1 - i }))

interface Props {
  places: readonly ColourPlace[]
  howTo: string
  /** Files were dropped onto a colour. */
  onFiles: (files: FileList | null, colour: string | null) => void
}

/** For the mouse; by keys, a picture's own field sets its colour, and a field above new pictures sets theirs. */
export const ColourDrops = ({ places, howTo, onFiles }: Props) =>
  places.length > 0 && (
    <>
      <p className={styles.hint}>{howTo}</p>
      <div className={styles.drops} aria-hidden>
        {places.map(place => (
          <Drop key={place.row} place={place} onFiles={onFiles} />
        ))}
      </div>
    </>
  )

function Drop({ place: { row, code, name }, onFiles }: { place: ColourPlace } & Pick<Props, 'onFiles'>) {
  const here = useRef<HTMLSpanElement>(null)
  useDroppedFiles(here, files => {
    // Without files it was a picture of this page.
    if (files && files.length > 0) onFiles(files, code)
  })
  return (
    <span ref={here} data-row={row}>
      {code && <Swatch code={code} size={20} />}
      {name}
    </span>
  )
}
