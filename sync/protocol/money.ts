/** Rows and replies carry cedis with two decimals; sums are made in whole pesewas, and only in this room. */
export const toPesewas = (cedis: number) => Math.round(cedis * 100)
export const toCedis = (pesewas: number) => pesewas / 100

/** The sum of amounts in cedis, in cedis, exact to the pesewa. */
export const sumCedis = (amounts: readonly number[]) => toCedis(amounts.reduce((sum, amount) => sum + toPesewas(amount), 0))

/** The largest amount a column of money holds, in cedis. */
export const MOST_CEDIS = 9_999_999_999.99
