/** A picture to draw: its reference, and the product whose garment it shows. */
export interface Wanted {
  reference: string
  slug: string
}

/** A picture whose files lie in the shop's store. */
export interface StoredPicture {
  name: string
  dominant: string
}

/** What is drawn: each picture once, so many at the same time, into the shop's store. */
export interface Drawing {
  wanted: readonly Wanted[]
  uploadsDir: string
  atOnce: number
}

/** Draws, and tells of each picture by its `pictureKey` as soon as it is there. */
export type Draw = (drawing: Drawing, tell: (key: string, picture: StoredPicture) => unknown) => Promise<void>

/** Names a picture among those that are drawn. */
export const pictureKey = ({ reference, slug }: Wanted) => `${slug} ${reference}`
