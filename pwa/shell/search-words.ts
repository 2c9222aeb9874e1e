export const name = 'Name'
export const enterName = 'Enter name of product ...'
export const search = 'Search'
export const suggestions = 'Suggestions'
export const suggestionsFound = (count: number) => `Suggestions: ${count}`
export const searchedLately = 'Recent searches'
export const forgetThese = 'Clear recent searches'
export const category = 'Category'
export const nothingCalled = (sought: string) => `No results for “${sought}”.`
/** Begins a sentence that the next two continue. */
export const tryOneWord = 'Try a single word, such as a garment or a colour, or'
export const lookThrough = 'browse the collections'
