/** There is one shop today; what tills tell names it, so that a second one needs no new kinds. */
export const ONLY_SHOP = 1
