/** A picture to draw: its reference, and the product whose garment it shows. */
export interface Wanted {
  reference: string
  slug: string
}

/** A picture whose files are in the shop's store. */
export interface StoredPicture {
  name: string
  dominant: string
}

/** What to draw: each picture once, a limited number at a time, into the shop's store. */
export interface Drawing {
  wanted: readonly Wanted[]
  uploadsDir: string
  atOnce: number
}

/** Draws, and reports each picture by its `pictureKey` as soon as it is done. */
export type Draw = (drawing: Drawing, tell: (key: string, picture: StoredPicture) => unknown) => Promise<void>

/** The key of a picture to draw. */
export const pictureKey = ({ reference, slug }: Wanted) => `${slug} ${reference}`
