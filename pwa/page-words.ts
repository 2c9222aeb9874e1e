/** Titles of a shopper's other pages, and descriptions of those that search engines list. */

export const inYourBag = ['In Your Bag', 'The items in your bag and their total.'] as const
export const wishlist = ['Wishlist', 'The products you saved with the heart.'] as const
export const aWishlist = ['A wishlist', 'A wishlist that someone shared with you.'] as const
export const checkout = ['Checkout', 'Your contact details and delivery.'] as const
export const reviewYourOrder = ['Review your order', 'Check your order and its terms before you pay.'] as const
export const pay = 'Pay'
export const payForSomeone = 'Pay for someone'
export const yourOrder = ['Your order', 'The status of your order, its items, and what you can do next.'] as const
export const about = [
  'About',
  'How we choose what we sell, and how we sell it: sizes that run true, seams sewn twice, plain prices.',
] as const
export const contact = ['Contact', 'Our address, opening hours, phone, email and WhatsApp.'] as const
export const shippingPolicy = [
  'Shipping Policy',
  'Free pick-up from the shop, or delivery across Ghana: how it works and what it costs.',
] as const
export const returnsPolicy = ['Returns Policy', 'What you can return or exchange, how, and by when.'] as const
export const privacyPolicy = [
  'Privacy Policy',
  'What personal data we keep, why, who else sees it, and your rights.',
] as const
export const giftCards = ['Gift cards', 'Send a gift card by email, or check the balance of yours.'] as const
export const yourGiftCard = ['Your gift card', 'A gift card that you bought.'] as const
export const alerts = ['Alerts', 'Confirm or turn off your alerts.'] as const
export const newsletter = ['Newsletter', 'New arrivals and sales, by email.'] as const
export const shop = 'Shop'
export const login = ['Login', 'Sign in to see your orders, addresses and coupons.'] as const
export const register = [
  'Register',
  'Create an account to keep your bag, wishlist and orders on every device.',
] as const
export const forgotPassword = ['Forgot password', 'Get a link by email to set a new password.'] as const
export const newPassword = ['New password', 'Set a new password with the link from your email.'] as const
export const confirmEmail = ['Confirm your email', 'Confirm that the email address of your account is yours.'] as const
export const addresses = 'Addresses'
export const addAddress = 'Add Address'
export const updateAddress = 'Update Address'
export const coupons = 'Coupons'
export const alertsPage = 'Alerts'
export const yourDetails = 'Your details'
export const yourOrders = 'Your Orders'
export const order = 'Order'
export const refunds = 'Refunds'
export const requestARefund = 'Request a refund'
export const refund = 'Refund'
export const yourAccount = 'Your account'
export const missing = ['Page not found', 'This page does not exist.'] as const
