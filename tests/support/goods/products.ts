import sharp from 'sharp'
import { insertRow, selectOne } from '#api/db/database.ts'
import { changeInBulk } from '#api/products/bulk-change.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'

let made = 0

/** A picture file with its own colour, in this format. */
export async function aPicture(
  format: 'jpeg' | 'png' | 'webp' = 'jpeg',
  { width = 40, height = 50 }: { width?: number; height?: number } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  made += 1
  const background = { r: (made * 37) % 256, g: (made * 91) % 256, b: (made * 151) % 256 }
  return new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background } })
      .toFormat(format)
      .toBuffer(),
  )
}

/** A form with pictures in `images` and other fields. */
export function pictureForm(
  pictures: readonly Uint8Array<ArrayBuffer>[],
  fields: Record<string, string> = {},
  type = 'image/jpeg',
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [i, picture] of pictures.entries())
    form.append(`images[${i}]`, new Blob([picture], { type }), `picture-${i}.jpg`)
  return form
}

/** A product with `count` pictures without files. Returns its id and theirs. */
export async function aPicturedProduct(count: number): Promise<{ id: number; images: number[] }> {
  const { id } = await aProduct({ name: 'Pictured jeans' })
  const images: number[] = []
  for (let position = 0; position < count; position += 1)
    images.push(
      await insertRow('product_images', { product_id: id, position, name: `picture${position}`, alt: 'Jeans' }),
    )
  return { id, images }
}

/** A bulk change that has just lowered a product's price by one cedi. Returns its id. */
export async function aBulk(): Promise<number> {
  const { id } = await aProduct()
  const { id: user } = (await selectOne<{ id: number }>('SELECT MIN(id) AS id FROM users'))!
  return (await changeInBulk([{ id }], { kind: 'price', by: 'amount', value: -1 }, user)).id!
}
