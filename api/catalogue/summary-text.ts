import type { Listing } from '#api/catalogue/listing-copy.ts'
import type { ListingNames } from '#api/catalogue/listing-names.ts'

/** A listing as a ProductSummary in JSON, favorited or not. */
export const summaryText = (listing: Listing, names: ListingNames, favorited = false): string =>
  `${(listing.text ??= write(listing, names))},"favorited":${favorited}}`

/** Everything before the last member and the closing brace. */
function write({ summary, category_id, sizes, colours, views, in_stock }: Listing, names: ListingNames): string {
  const category = { id: category_id, name: names.categories.get(category_id)?.name ?? '' }
  const onRail = sizes.length < 2 ? sizes : [...names.sizes.keys()].filter(code => sizes.includes(code))
  const named = colours.map(code => ({ code, name: names.colours.get(code)?.name ?? code }))
  return (
    `${summary.slice(0, -1)},"category":${JSON.stringify(category)},"sizes":${JSON.stringify(onRail.flatMap(code => names.sizes.get(code) ?? []))},` +
    `"colours":${JSON.stringify(named)},"views":${views},"in_stock":${in_stock}`
  )
}
