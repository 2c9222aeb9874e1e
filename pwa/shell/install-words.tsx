import Share from 'lucide-react/icons/share'

export const installTheShop = 'Install the shop'
export const keepTheShop =
  'Add the shop to this device. It opens straight away, and shows your bag and wishlist offline too.'
export const notNow = 'Not now'
export const install = 'Install'

/** For an iPhone, where the owner must do it by hand. */
export const HowToKeepIt = () => (
  <p>
    To add the shop to your phone, tap <Share size={16} aria-hidden /> Share, then “Add to Home Screen”.
  </p>
)
