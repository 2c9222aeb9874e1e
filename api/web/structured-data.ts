import type { PageFacts } from '#api/web/page-facts.ts'
import {
  pictureAt,
  productPath,
  type Product,
  type ProductImage,
  type Variation,
} from '#sync/protocol/shop/catalogue.ts'
import { picturesOf } from '#sync/protocol/shop/pictures.ts'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'
import { MOST_STARS } from '#sync/protocol/shop/review.ts'
import { RETURN_DAYS } from '#sync/protocol/shop/refund.ts'

type Thing = Record<string, unknown>
const SCHEMA = 'https://schema.org'

/** A page in the words of schema.org, as JSON-LD. */
export function structuredData({ shop, product, trail, canonical }: PageFacts, origin: string): Thing {
  return {
    '@context': SCHEMA,
    '@graph': [
      organization(shop, origin),
      ...(canonical === '/' ? [website(shop, origin)] : []),
      ...(trail.length > 0 ? [breadcrumbs(trail, origin)] : []),
      ...(product ? [productGroup(product, { shop, origin })] : []),
    ],
  }
}

const organization = ({ name, tagline, address, phones, email }: ShopInfo, origin: string): Thing => ({
  '@type': ['Organization', 'ClothingStore'],
  '@id': `${origin}/#shop`,
  name,
  url: `${origin}/`,
  logo: `${origin}/icons/icon-512.png`,
  image: `${origin}/icons/icon-512.png`,
  ...(tagline && { description: tagline }),
  ...(email && { email }),
  ...(phones[0] && { telephone: phones[0] }),
  ...(address && { address: { '@type': 'PostalAddress', streetAddress: address, addressCountry: 'GH' } }),
  currenciesAccepted: 'GHS',
  hasMerchantReturnPolicy: {
    '@type': 'MerchantReturnPolicy',
    '@id': `${origin}/policy/returns#policy`,
    merchantReturnLink: `${origin}/policy/returns`,
    applicableCountry: 'GH',
    returnPolicyCategory: `${SCHEMA}/MerchantReturnFiniteReturnWindow`,
    merchantReturnDays: RETURN_DAYS,
    returnMethod: `${SCHEMA}/ReturnInStore`,
    returnFees: `${SCHEMA}/FreeReturn`,
  },
})

const website = ({ name }: ShopInfo, origin: string): Thing => ({
  '@type': 'WebSite',
  '@id': `${origin}/#website`,
  name,
  url: `${origin}/`,
  inLanguage: 'en-GH',
  publisher: { '@id': `${origin}/#shop` },
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${origin}/shop?search={search}` },
    'query-input': 'required name=search',
  },
})

const breadcrumbs = (trail: PageFacts['trail'], origin: string): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: origin + path,
  })),
})

interface Place {
  shop: ShopInfo
  origin: string
}

function productGroup(product: Product, { shop, origin }: Place): Thing {
  const url = origin + productPath(product)
  const pictures = product.images.map(image => addressOf(image, origin))
  return {
    '@type': 'ProductGroup',
    '@id': `${url}#product`,
    productGroupID: String(product.id),
    name: product.name,
    url,
    ...(product.description && { description: product.description }),
    ...(pictures.length > 0 && { image: pictures }),
    brand: { '@type': 'Brand', name: shop.name },
    category: product.category.name,
    variesBy: [`${SCHEMA}/size`, ...(product.colours.length > 0 ? [`${SCHEMA}/color`] : [])],
    ...(product.rating && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: product.rating.average,
        reviewCount: product.rating.count,
        bestRating: MOST_STARS,
      },
    }),
    ...(product.price_to > product.price_from && { offers: rangeOf(product) }),
    hasVariant: product.variations.map(variation => variant(product, variation, { url, origin })),
  }
}

const addressOf = ({ file }: ProductImage, origin: string) => origin + pictureAt(file.storage_link, 1200)

const rangeOf = ({ price_from, price_to, variations }: Product): Thing => ({
  '@type': 'AggregateOffer',
  lowPrice: price_from,
  highPrice: price_to,
  priceCurrency: 'GHS',
  offerCount: variations.length,
})

function variant(
  product: Product,
  { sku, size_code, colour_code, quantity_in_stock, price }: Variation,
  { url, origin }: { url: string; origin: string },
): Thing {
  const size = product.sizes.find(({ code }) => code === size_code)?.name ?? size_code
  const [picture] = picturesOf(product.images, colour_code)
  const colour = product.colours.find(({ code }) => code === colour_code)?.name ?? null
  return {
    '@type': 'Product',
    sku,
    name: `${product.name}, ${[size, colour].filter(Boolean).join(', ')}`,
    size,
    ...(colour && { color: colour }),
    ...(picture && { image: addressOf(picture, origin) }),
    offers: {
      '@type': 'Offer',
      url,
      price,
      priceCurrency: 'GHS',
      itemCondition: `${SCHEMA}/NewCondition`,
      availability: `${SCHEMA}/${quantity_in_stock > 0 ? 'InStock' : 'OutOfStock'}`,
      seller: { '@id': `${origin}/#shop` },
      hasMerchantReturnPolicy: { '@id': `${origin}/policy/returns#policy` },
    },
  }
}
