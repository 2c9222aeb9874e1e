/** The screen reader's words for a full-screen picture. */

export const whole = 'Show the whole picture'
export const larger = 'Show it larger'
