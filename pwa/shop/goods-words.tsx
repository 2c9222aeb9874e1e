import { Link } from '#pwa/ui/link.tsx'

/** Words about goods wherever they appear: in collections, on cards, by their hearts, and when they cannot load. */

export const collections = 'Collections'
export const theCollections = 'The collections'

export const soldOut = 'Sold out'
export const moreColours = ' more colours'

export const saveToWishlist = 'Save to Wishlist'
export const removeFromWishlist = 'Remove from Wishlist'
export const saveNamed = (name: string) => `Save ${name} to wishlist`
export const wishWaits = 'You are offline. We saved this here and will add it to your wishlist later.'

export const mayBeOthers = 'Prices and stock may have changed.'
export const outOfDate = 'Prices may be out of date'
export const lookedUpAgain = 'We couldn’t refresh them. We will try again, and checkout shows the current price.'
export const stillHere = 'Available offline'

/** What a device stores; `hasGoods`: they are listed below. */
export const WhatIsKept = ({ hasGoods }: { hasGoods: boolean }) => (
  <>
    Your <Link to="/cart">bag</Link> and your <Link to="/wishlist">wishlist</Link>, as they were
    {hasGoods ? ', and the products you viewed last:' : '.'}
  </>
)

/** A larger number was typed. */
export const onlyLeft = (count: number) => `Only ${count} left, so we changed the quantity to ${count}.`
