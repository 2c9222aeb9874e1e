import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import { execute, insertRow, insertRows, select } from '#api/db/database.ts'

interface Piece {
  size: string
  colour?: string | null
  quantity?: number
  sku?: string
  barcode?: string | null
  retail_price?: number
  discount?: number
}
interface ProductWish {
  name?: string
  slug?: string
  category?: string
  retail_price?: number
  discount?: number
  status_code?: 'LIVE' | 'INACTIVE'
  description?: string
  features?: string[]
  pieces?: Piece[]
  images?: (string | { name: string; colour_code: string | null })[]
  views?: number
  created_at?: string
}

let made = 0

/** A listed product with its variations, pictures and stock. Creates missing sizes, colours and categories. */
export async function aProduct({
  pieces = [{ size: 'UK10', colour: '1F2A44' }],
  images = [],
  category = 'Jeans',
  features = [],
  ...wish
}: ProductWish = {}): Promise<{ id: number; variations: number[] }> {
  const nth = (made += 1)
  const name = wish.name ?? `Jeans ${nth}`
  const id = await insertRow('products', {
    slug: wish.slug ?? `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${nth}`,
    name,
    description: wish.description ?? '',
    features: JSON.stringify(features),
    category_id: await aCategory(category),
    retail_price: wish.retail_price ?? 100,
    discount: wish.discount ?? 0,
    status_code: wish.status_code ?? 'LIVE',
    views: wish.views ?? 0,
    ...(wish.created_at && { created_at: wish.created_at }),
  })
  const variations: number[] = []
  for (const [i, piece] of pieces.entries()) {
    const { size, colour = null, quantity = 5, sku = `SKU-${nth}-${i}`, barcode = null, ...own } = piece
    await execute('INSERT IGNORE INTO sizes (code, name) VALUES (?, ?)', [size, size])
    if (colour) await execute('INSERT IGNORE INTO colours (code, name) VALUES (?, ?)', [colour, `Colour ${colour}`])
    const variation = await insertRow('product_variations', {
      product_id: id,
      sku,
      barcode,
      size_code: size,
      colour_code: colour,
      on_hand: quantity,
      ...own,
    })
    if (quantity)
      await insertRows('stock_movements', [{ product_variation_id: variation, reason: 'RECEIPT', quantity }])
    variations.push(variation)
  }
  await insertRows(
    'product_images',
    images.map((image, position) => ({
      product_id: id,
      position,
      alt: name,
      ...(typeof image === 'string' ? { name: image } : image),
    })),
  )
  await refreshListings([id])
  return { id, variations }
}

/** The category of this name, created if missing. */
export async function aCategory(name: string, parent_id: number | null = null): Promise<number> {
  const [known] = await select<{ id: number }>('SELECT id FROM categories WHERE name = ?', [name])
  return known?.id ?? insertRow('categories', { name, parent_id })
}
