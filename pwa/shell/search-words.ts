/** The search of the whole shop, in its dialog. */

export const name = 'Name'
export const enterName = 'Enter name of product ...'
export const search = 'Search'
export const suggestions = 'Suggestions'
export const suggestionsFound = (count: number) => `Suggestions: ${count}`
export const searchedLately = 'Searched lately'
export const forgetThese = 'Forget these'
export const category = 'Category'
export const nothingCalled = (sought: string) => `Nothing here is called “${sought}”.`
/** Goes on with the two that follow. */
export const tryOneWord = 'Try one word of it, such as the kind of garment or a colour, or'
export const lookThrough = 'look through the collections'
