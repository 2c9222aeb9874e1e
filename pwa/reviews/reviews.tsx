import { useLocation } from 'react-router-dom'
import { formatDay } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useShop } from '#pwa/shell/use-shop.ts'
import { Chip } from '#pwa/ui/chip.tsx'
import { LoadError } from '#pwa/ui/load-error.tsx'
import { Pager } from '#pwa/ui/pager.tsx'
import { Stars } from '#pwa/ui/stars.tsx'
import { pictureAt } from '#sync/protocol/shop/catalogue.ts'
import type { PublicReview } from '#sync/protocol/shop/review.ts'
import { FitBar } from './fit-bar.tsx'
import styles from './reviews.module.css'
import * as words from './review-words.ts'

const PER_PAGE = 6
/** The page of reviews, in the product's address. */
const PAGE = 'reviews'

/** What buyers say of a product, by page: links, so that they work without scripts too. */
export function Reviews({ product_id }: { product_id: number }) {
  const asked = Number(new URLSearchParams(useLocation().search).get(PAGE))
  const query = { page: Number.isInteger(asked) && asked >= 1 && asked <= 1_000_000 ? asked : 1, per_page: PER_PAGE }
  const { data, error, refetch } = useApi('GET /api/products/:id/reviews', { params: { id: product_id }, query })
  if (!data)
    return error ? <LoadError what={words.theReviews} message={error.message} again={() => void refetch()} /> : null
  const { summary, reviews } = data
  if (summary.count === 0) return null
  return (
    <section className={styles.reviews} aria-labelledby="reviews">
      <h2 id="reviews">{words.reviews}</h2>
      <div className={styles.summary}>
        <p className={styles.average}>
          <strong>{summary.average.toFixed(1)}</strong> <Stars average={summary.average} />
          <span>{words.fromReviews(summary.count)}</span>
        </p>
        <dl className={styles.counts}>
          {summary.stars
            .map((count, index) => (
              <div key={index}>
                <dt>{words.starsGiven(index + 1)}</dt>
                <dd>
                  <meter min={0} max={summary.count} value={count} aria-hidden /> {count}
                </dd>
              </div>
            ))
            .toReversed()}
        </dl>
        <FitBar fit={summary.fit} />
      </div>
      <ul className="bare">
        {reviews.data.map(review => (
          <li key={review.id}>
            <Shown review={review} />
          </li>
        ))}
      </ul>
      {reviews.current_page <= reviews.last_page && (
        <Pager page={reviews.current_page} lastPage={reviews.last_page} hrefOf={page => `?${PAGE}=${page}#reviews`} />
      )}
    </section>
  )
}

function Shown({
  review: { name, stars, fit, size, text, returned, reply, pictures, written_at },
}: {
  review: PublicReview
}) {
  const shop = useShop()?.name ?? ''
  return (
    <article className={styles.review}>
      <p className={styles.head}>
        <Stars average={stars} />
        <strong>{name ?? words.aCustomer}</strong>
        <time dateTime={written_at}>{formatDay(written_at)}</time>
      </p>
      <p className={styles.facts}>
        {words.bought(size)}
        {fit && ` · ${words.fits[fit]}`} {returned && <Chip>{words.returned}</Chip>}
      </p>
      {text && <p className={styles.text}>{text}</p>}
      {pictures.length > 0 && (
        <div className={styles.pictures}>
          {pictures.map(({ id, storage_link }, index) => (
            <a key={id} href={pictureAt(storage_link, 1200)} target="_blank" rel="noreferrer">
              <img
                src={pictureAt(storage_link, 160)}
                width={96}
                height={96}
                loading="lazy"
                alt={words.pictureOf(index + 1)}
              />
            </a>
          ))}
        </div>
      )}
      {reply && (
        <blockquote className={styles.reply}>
          <strong>{words.replyOf(shop)}</strong>
          <p className={styles.text}>{reply}</p>
        </blockquote>
      )}
    </article>
  )
}
