import { productPath, type Category, type Product } from '#sync/protocol/shop/catalogue.ts'
import type { Drawing } from '#sync/protocol/shop/drawing.ts'
import type { EndpointName, ReplyOf } from '#sync/protocol/endpoints.ts'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'
import { inShort } from './markup.ts'

/** Facts about a page for search engines and messengers. Addresses are paths of this shop. */
export interface PageFacts {
  shop: ShopInfo
  title: string
  description: string | null
  /** The canonical path: a filtered or sorted list points to the plain one. Null: not for search engines. */
  canonical: string | null
  product: Product | null
  /** The one category that a list shows. */
  category: Category | null
  /** The breadcrumb trail from the home page; the page itself is last. */
  trail: { name: string; path: string }[]
}

/** The pages whose search has results of its own. */
const LISTS = ['/shop', '/new', '/sale']

/** Collects a page's facts. */
export function pageFacts(
  { status, title, description, drawn_for, path, replies }: Drawing,
  { shop, search }: { shop: ShopInfo; search: URLSearchParams },
): PageFacts {
  const replyTo = <N extends EndpointName>(name: N) =>
    replies.find(([[asked]]) => asked === name)?.[1] as ReplyOf<N> | undefined
  const product = path.startsWith('/shop/product/') ? (replyTo('GET /api/products/:id')?.product ?? null) : null
  const category = path === '/shop' ? categoryOf(search, replyTo('GET /api/categories')?.categories.data ?? []) : null
  const here = product ? productPath(product) : category ? `/shop?category=${category.id}` : path
  const isOpen = drawn_for === 'everybody' && status === 200 && !(LISTS.includes(path) && search.get('search'))
  return {
    shop,
    product,
    category,
    title: title ? `${shop.name} | ${title}` : shop.name,
    description:
      description &&
      (product ? describe(product) : category?.description ? inShort(category.description) : description),
    canonical: isOpen ? here : null,
    trail: isOpen ? trailTo({ title: product?.name ?? category?.name ?? title, here, product }) : [],
  }
}

function categoryOf(search: URLSearchParams, all: readonly Category[]): Category | null {
  const chosen = search.get('category') ?? ''
  return all.find(({ id }) => String(id) === chosen) ?? null
}

const describe = ({ name, description, category }: Product) =>
  inShort(description || `${name}: ${category.name}, priced in cedis.`)

function trailTo({
  title,
  here,
  product,
}: {
  title: string | null
  here: string
  product: Product | null
}): PageFacts['trail'] {
  if (here === '/' || !title) return []
  return [
    { name: 'Home', path: '/' },
    ...(here.startsWith('/shop') && here !== '/shop' ? [{ name: 'Shop', path: '/shop' }] : []),
    ...(product ? [{ name: product.category.name, path: `/shop?category=${product.category_id}` }] : []),
    { name: title, path: here },
  ]
}
