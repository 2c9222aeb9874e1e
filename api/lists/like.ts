/** For LIKE: texts that begin with it. */
export const beginningWith = (text: string) => `${literally(text)}%`

/** For LIKE: texts that contain it. */
export const holding = (text: string) => `%${literally(text)}%`

const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')
