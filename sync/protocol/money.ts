/** Rows and replies hold cedis with two decimals. Add amounts in whole pesewas, and only in this folder. */
export const toPesewas = (cedis: number) => Math.round(cedis * 100)
export const toCedis = (pesewas: number) => pesewas / 100

/** The sum of amounts in cedis, in cedis, exact to the pesewa. */
export const sumCedis = (amounts: readonly number[]) =>
  toCedis(amounts.reduce((sum, amount) => sum + toPesewas(amount), 0))

/** The largest amount a column of money holds, in cedis. */
export const MOST_CEDIS = 9_999_999_999.99

/** Formats by hand because the first use of Intl keeps a phone busy for longer than drawing all prices. */
const figuresOf = (cedis: number) =>
  Math.abs(cedis)
    .toFixed(2)
    .replace(/\B(?=(\d{3})+\.)/g, ',')

/** Cedis as Ghana writes them: 'GH₵ 1,149.99'; the space never breaks. */
export const formatCedis = (cedis: number) => `${cedis < 0 ? '−' : ''}GH₵\u00A0${figuresOf(cedis)}`

/** The figures alone, for columns whose heading names the currency: '1,149.99'. */
export const formatAmount = (cedis: number) => `${cedis < 0 ? '−' : ''}${figuresOf(cedis)}`
