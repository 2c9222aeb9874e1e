import { PICTURE_LINK } from '#api/catalogue/describe-products.ts'
import { execute, inTransaction } from '#api/db/database.ts'

/** Products, by their ids in demo.sql, whose pictures represent a category: small in a circle and large on a banner. */
const FACES: Record<number, [icon: string, banner: string]> = {
  1: ['yaa-mom-jeans', 'akosua-bootcut-jeans'],
  2: ['breton-stripe-tee', 'keta-linen-shirt'],
  3: ['adwoa-wide-leg-jeans', 'adwoa-wide-leg-jeans'],
  4: ['tema-cargo-pants', 'osu-wide-cargo-pants'],
  5: ['baaba-tiered-dress', 'kente-sunday-wax-dress'],
  6: ['korkor-wrap-top', 'ahoofe-wax-crop-top'],
  7: ['nana-trucker-jacket', 'aburi-puffer-jacket'],
  8: ['kofi-straight-jeans', 'yaw-ripped-jeans'],
  9: ['makola-wax-shirt', 'accra-oxford-shirt'],
  10: ['sunrise-boxy-tee', 'black-star-tee'],
  11: ['sika-wax-midi-skirt', 'esther-pleated-skirt'],
  12: ['elmina-chino-shorts', 'bojo-denim-shorts'],
  13: ['boxy-crop-hoodie', 'weekend-hoodie'],
  14: ['wa-check-overshirt', 'tamale-check-overshirt'],
}

/** The products whose pictures the home page shows as categories. */
export const ICONS: ReadonlySet<string> = new Set(Object.values(FACES).map(([icon]) => icon))

/** The most viewed products, in order. */
const LIKED = ['adwoa-wide-leg-jeans', 'kente-sunday-wax-dress', 'nana-trucker-jacket', 'tema-cargo-pants']

/** Gives the demo shop's categories pictures of their goods, if drawn, and its goods views from earlier days. */
export const dressWindows = (): Promise<void> =>
  inTransaction(async () => {
    for (const [id, [icon, banner]] of Object.entries(FACES)) {
      await face(Number(id), 'icon', icon)
      await face(Number(id), 'banner', banner)
    }
    await execute(
      'UPDATE products SET views = CASE WHEN FIELD(slug, :liked) > 0 THEN 480 - 37 * FIELD(slug, :liked) ELSE 12 + CRC32(slug) % 240 END WHERE views = 0',
      { liked: LIKED },
    )
    await execute('UPDATE product_listings l JOIN products p ON p.id = l.product_id SET l.views = p.views')
  })

const face = (id: number, place: 'icon' | 'banner', slug: string) =>
  execute(
    `UPDATE categories c
  JOIN products p ON p.slug = ? JOIN categories own ON own.id = p.category_id
    AND (own.id = c.id OR own.parent_id = c.id)
  JOIN product_images i ON i.product_id = p.id
    AND i.position = (SELECT MIN(position) FROM product_images WHERE product_id = p.id AND name IS NOT NULL)
  SET c.${place}_name = p.name, c.${place}_link = ${PICTURE_LINK} WHERE c.id = ? AND c.${place}_link IS NULL`,
    [slug, id],
  )
