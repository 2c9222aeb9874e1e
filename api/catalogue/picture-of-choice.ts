import { PICTURE_LINK } from '#api/catalogue/describe-products.ts'
import type { ProductImage } from '#sync/protocol/shop/catalogue.ts'

/** The colour of an image `i`, unless its product no longer has that colour. */
export const SOLD_COLOUR = `(SELECT o.colour_code FROM product_variations o
  WHERE o.product_id = i.product_id AND o.colour_code = i.colour_code LIMIT 1)`

const PICTURE = `CAST(JSON_OBJECT('id', i.id, 'alt', i.alt, 'dominant', i.dominant,
    'colour_code', ${SOLD_COLOUR}, 'file', JSON_OBJECT('storage_link', ${PICTURE_LINK})) AS CHAR)`

/** As SQL, the picture that stands for a variation `v`, in JSON: in its colour, else of all colours, else the first. */
export const PICTURE_OF_CHOICE = `(SELECT ${PICTURE}
  FROM product_images i WHERE i.product_id = v.product_id AND i.name IS NOT NULL
  ORDER BY CASE WHEN i.colour_code = v.colour_code THEN 0 WHEN ${SOLD_COLOUR} IS NULL THEN 1 ELSE 2 END,
    i.position, i.id LIMIT 1)`

/** As SQL, the first picture of a product `p`, in JSON. */
export const PICTURE_OF_PRODUCT = `(SELECT ${PICTURE}
  FROM product_images i WHERE i.product_id = p.id AND i.name IS NOT NULL ORDER BY i.position, i.id LIMIT 1)`

/** The same as a list of pictures. */
export const picturesIn = (json: string | null): ProductImage[] =>
  json === null ? [] : [JSON.parse(json) as ProductImage]
