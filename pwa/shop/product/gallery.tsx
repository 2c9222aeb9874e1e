import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Maximize from 'lucide-react/icons/maximize-2'
import { useRef, useState, type KeyboardEvent } from 'react'
import { lazyPart } from '#pwa/lib/lazy-screen.ts'
import { Catch } from '#pwa/lib/routed.tsx'
import { ahead } from '#pwa/browser/thrift.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { IconButton } from '#pwa/ui/button.tsx'
import { Picture } from '#pwa/ui/picture.tsx'
import type { ProductImage } from '#sync/protocol/shop/catalogue.ts'
import styles from './gallery.module.css'
import * as words from './product-words.ts'

const GAP = 8
const fetchZoom = () => import('./zoom.tsx')
const Zoom = lazyPart(fetchZoom, 'Zoom')
/** A finger or pointer on a picture is likely to press it. */
const fetchAhead = () => ahead(fetchZoom)

/**
 * A product's pictures: by swiping on a phone, by arrow keys and buttons anywhere, by thumbnail from 900 px; a press
 * opens them full screen.
 */
export function Gallery({ images, name }: { images: readonly ProductImage[]; name: string }) {
  const track = useRef<HTMLDivElement>(null)
  const [shown, show] = useState(0)
  const [zoomed, zoom] = useState<{ open: boolean } | null>(null)
  const width = () => (track.current?.clientWidth ?? 0) + GAP
  const goTo = (index: number) =>
    track.current?.scrollTo({ left: index * width(), behavior: isStill() ? 'auto' : 'smooth' })
  const follow = () => {
    if (track.current) show(Math.round(track.current.scrollLeft / width()))
  }
  const alts = altsOf(images, name)
  const at = images[shown] ? shown : 0
  const step = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const next = track.current?.children[shown + (by ?? 0)]
    if (by === undefined || !(next instanceof HTMLElement)) return
    event.preventDefault()
    next.focus({ preventScroll: true })
    goTo(shown + by)
  }
  if (images.length === 0)
    return (
      <section className={styles.gallery} aria-label={words.pictures}>
        <Picture image={undefined} alt="" sizes="" />
      </section>
    )
  return (
    <section className={styles.gallery} aria-label={words.pictures} aria-roledescription={words.carousel}>
      <div className={styles.stage}>
        <div className={styles.track} ref={track} onScroll={follow} onPointerEnter={fetchAhead}>
          {images.map((image, index) => (
            <button
              key={image.id}
              type="button"
              className={styles.picture}
              onClick={() => zoom({ open: true })}
              onKeyDown={step}
              aria-label={words.enlarge(alts[index]!)}
              aria-current={index === shown || undefined}
            >
              <Picture
                image={image}
                alt={alts[index]!}
                first={index === 0}
                sizes="(min-width: 1280px) 540px, (min-width: 720px) 42vw, 92vw"
                style={index === 0 ? { viewTransitionName: 'product-picture' } : {}}
              />
            </button>
          ))}
        </div>
        <span className={styles.hint} aria-hidden>
          <Maximize size={18} />
        </span>
        {images.length > 1 && (
          <div className={styles.steps}>
            <IconButton
              label={words.previousPicture}
              icon={<ChevronLeft size={20} />}
              disabled={shown === 0}
              onClick={() => goTo(shown - 1)}
            />
            <IconButton
              label={words.nextPicture}
              icon={<ChevronRight size={20} />}
              disabled={shown === images.length - 1}
              onClick={() => goTo(shown + 1)}
            />
          </div>
        )}
      </div>
      {images.length > 1 && (
        <div className={styles.dots}>
          {images.map((image, index) => (
            <button
              key={image.id}
              type="button"
              aria-label={words.showPicture(index + 1)}
              aria-current={index === shown || undefined}
              onClick={() => goTo(index)}
            >
              <Picture image={image} alt="" sizes="72px" />
            </button>
          ))}
        </div>
      )}
      {zoomed && (
        <Catch fallback={NotEnlarged} at={zoomed}>
          <Zoom open={zoomed.open} image={images[at]!} alt={alts[at]!} onClose={() => zoom({ open: false })} />
        </Catch>
      )}
    </section>
  )
}

/** No two alike, so that a list of them tells which is which. */
const altsOf = (images: readonly ProductImage[], name: string) =>
  images.map(({ alt }, index) =>
    alt === null
      ? words.picture(name, index + 1)
      : images.findIndex(other => other.alt === alt) < index
        ? words.picture(alt, index + 1)
        : alt,
  )

const NotEnlarged = () => <Alert kind="bad">{words.notEnlarged}</Alert>

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches
