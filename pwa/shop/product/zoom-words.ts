/** What is heard of a picture that fills the screen. */

export const whole = 'Show the whole picture'
export const larger = 'Show it larger'
