const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Words that say nothing of the goods. */
const LITTLE = words(
  'a an and any at by for from i in is it me my of on or our some that the their them this to we with you your please pls plz abeg dey na',
)
/** Words that shoppers type around what they look for. Goods that have them come first, the rest still counts. */
const FILLERS = words(
  'affordable available beautiful best buy cheap cheaper cheapest collection cool fine find get ghana good got have latest like lovely material need new nice original price prices quality sell selling sexy shop show simple size sizes store style styles stylish trendy type want wear which',
)
/** What shoppers call goods that cost less than before. */
const SALE: ReadonlySet<string> = new Set([
  'sale',
  'on sale',
  'sales',
  'promo',
  'on promo',
  'promotion',
  'discount',
  'discounts',
  'discounted',
  'on discount',
  'offer',
  'offers',
  'on offer',
  'reduced',
  'slashed',
  'clearance',
  'clearance sale',
  'black friday',
])

export const isLittle = (word: string): boolean => LITTLE.has(word)
export const isFiller = (word: string): boolean => FILLERS.has(word)
export const isSale = (phrase: string): boolean => SALE.has(phrase)
