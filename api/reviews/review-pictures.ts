import { pictureLink } from '#sync/protocol/shop/pictures.ts'
import { MOST_REVIEW_PICTURES, type ReviewPicture } from '#sync/protocol/shop/review.ts'

/** The pictures of a review `r`, as SQL for a JSON list. */
export const PICTURES_OF = `(SELECT CAST(JSON_ARRAYAGG(JSON_OBJECT('id', t.id, 'name', t.name)) AS CHAR)
  FROM review_pictures t WHERE t.review_id = r.id)`

/** The pictures of that list, the first sent first. */
export const picturesIn = (json: string | null): ReviewPicture[] =>
  (json === null ? [] : (JSON.parse(json) as { id: number; name: string }[]))
    .sort((a, b) => a.id - b.id)
    .slice(0, MOST_REVIEW_PICTURES)
    .map(({ id, name }) => ({ id, storage_link: pictureLink(name) }))
