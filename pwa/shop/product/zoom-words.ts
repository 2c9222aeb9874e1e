/** The screen reader's words for a full-screen picture. */

export const whole = 'Zoom out'
export const larger = 'Zoom in'
