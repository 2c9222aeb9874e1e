import { useTransition } from 'react'
import { api } from '#pwa/lib/api.ts'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { say } from '#pwa/lib/notice.ts'
import { Button } from '#pwa/ui/button.tsx'
import type { MissingImage, StaffProduct } from '#sync/protocol/shop/catalogue.ts'
import styles from '../products/products.module.css'
import { rereadProducts } from '../products/reread-products.ts'
import * as listWords from './product-list-words.ts'

/** Pictures that the shop could not fetch from their addresses: the reason, and the actions for each. */
export const MissingImages = ({ product }: { product: StaffProduct }) => (
  <section aria-labelledby="missing-images">
    <h2 id="missing-images">{listWords.notDownloaded}</h2>
    <ul className={styles.missing}>
      {product.missing_images.map(image => (
        <li key={image.id}>
          <Missing product_id={product.id} image={image} />
        </li>
      ))}
    </ul>
  </section>
)

function Missing({
  product_id,
  image: { id, source, error, next_try_at },
}: {
  product_id: number
  image: MissingImage
}) {
  const [busy, start] = useTransition()
  const run = (work: () => Promise<{ message: string }>) =>
    start(async () => {
      try {
        say({ words: (await work()).message, kind: 'ok' })
      } catch (problem) {
        say({ words: messagesOf(problem)[0]!, kind: 'bad' })
      }
      await rereadProducts()
    })
  const params = { id: product_id, imageId: id }
  return (
    <>
      <p>
        <span className={styles.address}>{source}</span>
        <br />
        <span className={styles.hint}>
          {error} {next_try_at ? listWords.nextTry(next_try_at) : listWords.givenUp}
        </span>
      </p>
      <span className={styles.tools}>
        <Button
          type="button"
          kind="secondary"
          busy={busy}
          onClick={() => run(() => api('POST /api/staff/products/:id/images/:imageId/fetch', { params }))}
        >
          {listWords.tryAgain}
        </Button>
        <Button
          type="button"
          kind="quiet"
          busy={busy}
          onClick={() => run(() => api('DELETE /api/staff/products/:id/images/:imageId', { params }))}
        >
          {listWords.deleteIt}
        </Button>
      </span>
    </>
  )
}
