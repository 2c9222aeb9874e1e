import X from 'lucide-react/icons/x'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import { useEffect, useRef, useState } from 'react'
import { useThrift } from '#pwa/browser/thrift.ts'
import { IconButton } from '#pwa/ui/button.tsx'
import * as uiWords from '#pwa/ui/ui-words.ts'
import { useModal } from '#pwa/ui/use-modal.ts'
import { pictureAt, type ProductImage } from '#sync/protocol/shop/catalogue.ts'
import * as words from './zoom-words.ts'
import styles from './zoom.module.css'

interface Props {
  open: boolean
  image: ProductImage
  alt: string
  onClose: () => void
}

/**
 * One picture on the whole screen: whole, or close enough to see the stitches and moved by finger, wheel or arrow keys.
 */
export function Zoom({ open, image, alt, onClose }: Props) {
  const pane = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  const isThrifty = useThrift()
  useEffect(() => {
    const { scrollWidth = 0, clientWidth = 0, scrollHeight = 0, clientHeight = 0 } = pane.current ?? {}
    if (near) pane.current?.scrollTo((scrollWidth - clientWidth) / 2, (scrollHeight - clientHeight) / 3)
  }, [near])
  const toggle = () => setNear(!near)
  const close = () => {
    setNear(false)
    onClose()
  }
  const modal = useModal(open, close)
  return (
    <dialog {...modal} className={styles.dialog} aria-label={alt}>
      {open && (
        <>
          <div className={`${styles.pane} ${near ? styles.near : ''}`} ref={pane}>
            <button
              type="button"
              className={styles.picture}
              onClick={toggle}
              aria-label={near ? words.whole : words.larger}
            >
              <img
                src={pictureAt(image.file.storage_link, isThrifty ? 800 : 1200)}
                alt={alt}
                width={1200}
                height={1500}
                style={image.dominant ? { backgroundColor: `#${image.dominant}` } : {}}
              />
            </button>
          </div>
          <div className={styles.buttons}>
            <span className={styles.hint} aria-hidden>
              {near ? <ZoomOut size={20} /> : <ZoomIn size={20} />}
            </span>
            <IconButton label={uiWords.close} icon={<X size={20} />} onClick={close} />
          </div>
        </>
      )}
    </dialog>
  )
}
