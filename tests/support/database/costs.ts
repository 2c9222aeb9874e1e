/** What a variation without a price of its own costs, as replies give it. */
export const costs = (price: number, price_before = price) => ({
  retail_price: null,
  discount: null,
  price,
  price_before,
})
