export const notFound = 'Page not found.'
export const oops = "Oops. We can't seem to find this."
export const goToShop = 'Go to the shop'
