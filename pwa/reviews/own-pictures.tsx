import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { messagesOf } from '#pwa/lib/api-error.ts'
import type { Door } from '#pwa/orders/order-door.ts'
import { PhotoButton } from '#pwa/returns/photo-button.tsx'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { IconButton } from '#pwa/ui/button.tsx'
import { pictureAt } from '#sync/protocol/shop/catalogue.ts'
import { MOST_REVIEW_PICTURES, type OwnReview } from '#sync/protocol/shop/review.ts'
import { reviewDoor } from './review-door.ts'
import styles from './review-form.module.css'
import * as words from './review-words.ts'

/** The pictures of the shopper’s own review: added and removed at once. */
export function OwnPictures({ door, review: { id, pictures } }: { door: Door; review: OwnReview }) {
  const [errors, setErrors] = useState<string[]>([])
  const remove = async (picture: number) =>
    setErrors(
      await reviewDoor(door)
        .removePicture(id, picture)
        .then(() => [], messagesOf),
    )
  return (
    <div className={styles.pictures}>
      <ErrorList messages={errors} />
      {pictures.length > 0 && (
        <ul className="bare">
          {pictures.map((picture, index) => (
            <li key={picture.id}>
              <img
                src={pictureAt(picture.storage_link, 160)}
                width={96}
                height={96}
                alt={words.yourPicture(index + 1)}
              />
              <IconButton
                type="button"
                label={words.removePicture(index + 1)}
                icon={<X size={20} />}
                onClick={() => void remove(picture.id)}
              />
            </li>
          ))}
        </ul>
      )}
      <PhotoButton
        count={pictures.length}
        words={{ add: words.addPicture, help: words.picturesHelp(MOST_REVIEW_PICTURES) }}
        send={photo => reviewDoor(door).addPicture(id, photo)}
      />
    </div>
  )
}
