import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ImagePlus from 'lucide-react/icons/image-plus'
import X from 'lucide-react/icons/x'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Button, IconButton } from '#pwa/ui/button.tsx'
import styles from './products.module.css'
import { MOST_AT_ONCE, MOST_MEGABYTES, nameOf, PICTURE_TYPES, withMore } from './sift-pictures.ts'
import { useDroppedFiles } from './use-dropped.ts'
import * as pictureWords from './picture-words.ts'

interface Props {
  files: readonly File[]
  onChange: (files: File[]) => void
  errors?: readonly string[] | undefined
  /** What stands below a picture's name, such as its colour. */
  noteOf?: (file: File) => string
}

/** Pictures to send: the first is the product's main one; each can be moved or removed. */
export function PictureChoice({ files, onChange, errors = [], noteOf }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [leftOut, say] = useState<string[]>([])
  const add = (more: FileList | null) => {
    const { all, refused } = withMore(files, more)
    say(refused)
    onChange(all)
  }
  useDroppedFiles(place, add)
  const move = (from: number, to: number) => onChange(files.toSpliced(from, 1).toSpliced(to, 0, files[from]!))
  return (
    <div ref={place} className={styles.pictures}>
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES}
        multiple
        className="visually-hidden"
        aria-label={pictureWords.pictures}
        tabIndex={-1}
        onChange={event => {
          add(event.target.files)
          event.target.value = ''
        }}
      />
      <Button
        type="button"
        kind="secondary"
        icon={<ImagePlus size={20} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {pictureWords.choosePictures}
      </Button>
      <p className={styles.hint}>{pictureWords.whichFit(MOST_AT_ONCE, MOST_MEGABYTES)}</p>
      {leftOut.length > 0 && (
        <p role="status" className={styles.wrong}>
          {leftOut.join(' ')}
        </p>
      )}
      {errors.length > 0 && <p className={styles.wrong}>{errors.join(' ')}</p>}
      <ol className={`bare ${styles.thumbs}`}>
        {files.map((file, i) => (
          <li key={nameOf(file)}>
            <Thumb file={file} />
            {/* Lets the form notice different pictures as a change. */}
            <input type="hidden" name="picture" value={nameOf(file)} />
            <span className={styles.fileName}>
              {i === 0 ? pictureWords.first : ''}
              {file.name}
            </span>
            {noteOf && <span className={styles.hint}>{noteOf(file)}</span>}
            <span className={styles.tools}>
              <IconButton
                label={pictureWords.moveForward(file.name)}
                icon={<ArrowLeft size={20} />}
                disabled={i === 0}
                onClick={() => move(i, i - 1)}
              />
              <IconButton
                label={pictureWords.moveBack(file.name)}
                icon={<ArrowRight size={20} />}
                disabled={i === files.length - 1}
                onClick={() => move(i, i + 1)}
              />
              <IconButton
                label={pictureWords.leaveOut(file.name)}
                icon={<X size={20} />}
                onClick={() => onChange(files.toSpliced(i, 1))}
              />
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** A picture that is still only on this device. */
function Thumb({ file }: { file: File }) {
  const url = useMemo(() => URL.createObjectURL(file), [file])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return <img src={url} alt="" width={120} height={150} />
}
