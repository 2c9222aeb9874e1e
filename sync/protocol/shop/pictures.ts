import type { ProductImage } from './catalogue.ts'

/** The pictures of one colour, then those of all colours; every picture if the product has neither. */
export function picturesOf(images: readonly ProductImage[], colour: string | null): readonly ProductImage[] {
  const own = images.filter(({ colour_code }) => colour_code !== null && colour_code === colour)
  const shown = [...own, ...images.filter(({ colour_code }) => colour_code === null)]
  return shown.length > 0 ? shown : images
}

/** The link to the picture with this name. */
export const pictureLink = (name: string) => `/storage/pictures/${name}-800.webp`

/** What a picture may show of a garment, by the word at the end of its file's name. */
const VIEWS = {
  front: 'from the front',
  back: 'from the back',
  side: 'from the side',
  detail: 'close up',
  worn: 'worn',
  hanger: 'on a hanger',
}
export type ShownView = keyof typeof VIEWS

const NAMED = new RegExp(`[-_ :/](${Object.keys(VIEWS).join('|')})([-_ ]?\\d{1,2})?(\\.\\w{3,4}|:[0-9A-F]{6})?$`, 'i')

/** What a picture shows, if its file's name or address says it, such as 'slim-jeans-back.jpg'. */
export const viewIn = (fileName: string) =>
  (NAMED.exec(`/${fileName.split(/[?#]/, 1)[0]}`)?.[1]?.toLowerCase() as ShownView | undefined) ?? null

/** The description that a picture has until staff write another one. */
export const altOf = (product: string, colour: string | null, view: ShownView | null = null) =>
  [product, colour, view && VIEWS[view]]
    .filter(part => part !== null)
    .join(', ')
    .slice(0, 255)

/** The description of a picture whose colour changes: one that nobody wrote follows it. */
export function altAfter(
  alt: string | null,
  { product, from, to }: { product: string; from: string | null; to: string | null },
): string {
  if (alt === null || alt === product) return altOf(product, to)
  const view = ([null, ...Object.keys(VIEWS)] as (ShownView | null)[]).find(each => alt === altOf(product, from, each))
  return view === undefined ? alt : altOf(product, to, view)
}
