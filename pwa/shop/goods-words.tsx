import { Link } from '#pwa/ui/link.tsx'

/**
 * What is said of goods wherever they are shown: in collections, on cards, by their hearts, and where they could not be
 * read.
 */

export const collections = 'Collections'
export const theCollections = 'The collections'

export const soldOut = 'Sold out'
export const moreColours = ' more colours'

export const saveToWishlist = 'Save to Wishlist'
export const removeFromWishlist = 'Remove from Wishlist'
export const saveNamed = (name: string) => `Save ${name} to wishlist`
export const wishWaits = 'No connection: this is kept here and sent to your wishlist later.'

export const mayBeOthers = 'Prices and what is left may be others by now.'
export const outOfDate = 'Prices may be out of date'
export const lookedUpAgain =
  'The shop cannot look them up now. It tries again by itself, and checkout shows the right price.'
export const stillHere = 'Still here without a network'

/** What a device keeps; `hasGoods`: they are listed below. */
export const WhatIsKept = ({ hasGoods }: { hasGoods: boolean }) => (
  <>
    Your <Link to="/cart">bag</Link> and your <Link to="/wishlist">wishlist</Link>, as they were
    {hasGoods ? ', and what you looked at last:' : '.'}
  </>
)
