import { useRef, useState } from 'react'
import { pictureAt, type ProductImage } from '#sync/protocol/catalogue.ts'
import styles from './gallery.module.css'
import { Picture } from './picture.tsx'

/** A product's pictures: swiped on a phone, chosen by thumbnail from 900 px; each opens by itself, to look closer. */
export function Gallery({ images, name }: { images: ProductImage[]; name: string }) {
  const track = useRef<HTMLDivElement>(null)
  const [shown, show] = useState(0)
  const goTo = (index: number) => track.current?.scrollTo({ left: index * (track.current.clientWidth + 8), behavior: 'smooth' })
  const follow = () => { if (track.current) show(Math.round(track.current.scrollLeft / (track.current.clientWidth + 8))) }
  return (
    <section className={styles.gallery} aria-label="Pictures">
      <div className={styles.track} ref={track} onScroll={follow}>
        {images.length === 0 && <Picture image={undefined} alt="" sizes="" />}
        {images.map((image, index) => (
          <a key={image.id} href={pictureAt(image.file.storage_link, 1200)} target="_blank" rel="noreferrer" title="Open the picture larger">
            <Picture
              image={image} alt={image.alt ?? `${name}, picture ${index + 1}`} first={index === 0}
              sizes="(min-width: 1280px) 620px, (min-width: 900px) 50vw, 92vw" style={index === 0 ? { viewTransitionName: 'product-picture' } : {}}
            />
          </a>
        ))}
      </div>
      {images.length > 1 && (
        <div className={styles.dots}>
          {images.map((image, index) => (
            <button key={image.id} type="button" aria-label={`Picture ${index + 1}`} aria-current={index === shown || undefined} onClick={() => goTo(index)}>
              <Picture image={image} alt="" sizes="72px" />
            </button>
          ))}
        </div>
      )}
    </section>
  )
}
