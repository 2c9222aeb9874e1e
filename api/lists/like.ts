/** For LIKE: what begins so. */
export const beginningWith = (text: string) => `${literally(text)}%`

/** For LIKE: what has it somewhere. */
export const holding = (text: string) => `%${literally(text)}%`

const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')
