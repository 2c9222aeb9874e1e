import Share from 'lucide-react/icons/share'

/** The offer to keep the shop on a device. */
export const installTheShop = 'Install the shop'
export const keepTheShop =
  'Keep the shop on this device: it opens at once, and shows your bag and wishlist without a network too.'
export const notNow = 'Not now'
export const install = 'Install'

/** For an iPhone, which does it only by hand. */
export const HowToKeepIt = () => (
  <p>
    Keep the shop on your phone: tap <Share size={16} aria-hidden /> Share, then “Add to Home Screen”.
  </p>
)
