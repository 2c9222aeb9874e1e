import { useState } from 'react'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { say } from '#pwa/lib/notice.ts'
import type { Door } from '#pwa/orders/order-door.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Chip } from '#pwa/ui/chip.tsx'
import { Link } from '#pwa/ui/link.tsx'
import { LoadError } from '#pwa/ui/load-error.tsx'
import { Stars } from '#pwa/ui/stars.tsx'
import { productPath } from '#sync/protocol/shop/catalogue.ts'
import type { OrderItem, OwnOrder } from '#sync/protocol/shop/order-view.ts'
import type { OwnReview, ReviewStatus } from '#sync/protocol/shop/review.ts'
import { OwnPictures } from './own-pictures.tsx'
import { reviewDoor, useOwnReviews } from './review-door.ts'
import { ReviewForm } from './review-form.tsx'
import styles from './review-form.module.css'
import * as words from './review-words.ts'

/** The products of a completed order, each with its buyer's review. */
export function OrderReviews({ order, door }: { order: OwnOrder; door: Door }) {
  const { data, error, refetch } = useOwnReviews(door)
  const products = order.items.filter(
    (item, index) => order.items.findIndex(other => productIn(other).id === productIn(item).id) === index,
  )
  return (
    <section className={styles.bought} aria-labelledby="review-bought">
      <h2 id="review-bought">{words.reviewWhatYouBought}</h2>
      <p className={styles.soft}>{words.howItHelps}</p>
      {error && !data ? (
        <LoadError what={words.yourReviews} message={error.message} again={() => void refetch()} />
      ) : (
        <ul className="bare">
          {products.map(item => (
            <li key={item.id} className={styles.product}>
              <Bought
                item={item}
                door={door}
                isLoading={!data}
                review={data?.reviews.find(({ product_id }) => product_id === productIn(item).id)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const productIn = ({ product_variation }: OrderItem) => product_variation.product

const LOOKS: Record<ReviewStatus, 'info' | 'ok' | 'bad'> = { PENDING: 'info', PUBLISHED: 'ok', REJECTED: 'bad' }

interface Props {
  item: OrderItem
  door: Door
  /** Its row stands at once, so that nothing moves when the review comes. */
  isLoading: boolean
  review: OwnReview | undefined
}

function Bought({ item, door, isLoading, review }: Props) {
  const [isWriting, write] = useState(false)
  const [errors, setErrors] = useState<string[]>([])
  const product = productIn(item)
  const remove = async (id: number) =>
    setErrors(
      await reviewDoor(door)
        .remove(id)
        .then(({ message }) => {
          say({ words: message })
          return []
        }, messagesOf),
    )
  return (
    <>
      <div className={styles.head}>
        <Link to={productPath(product)}>{product.name}</Link>
        {review && <Stars average={review.stars} />}
        {review && <Chip kind={LOOKS[review.status_code]}>{words.statuses[review.status_code]}</Chip>}
      </div>
      {review?.reason && <p>{review.reason}</p>}
      <ErrorList messages={errors} />
      {isWriting ? (
        <ReviewForm
          door={door}
          order_item_id={item.id}
          product={product.name}
          before={review}
          onDone={() => write(false)}
        />
      ) : (
        <>
          {review?.text && <p className={styles.text}>{review.text}</p>}
          <div className={styles.actions}>
            <Button
              type="button"
              kind="secondary"
              disabled={isLoading}
              aria-label={review ? words.changeOf(product.name) : words.writeOf(product.name)}
              onClick={() => write(true)}
            >
              {review ? words.change : words.write}
            </Button>
            {review && (
              <Button type="button" kind="quiet" onClick={() => void remove(review.id)}>
                {words.deleteReview}
              </Button>
            )}
          </div>
        </>
      )}
      {review && <OwnPictures door={door} review={review} />}
    </>
  )
}
