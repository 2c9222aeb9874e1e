/** Beyond these years a time or a business date might not fit its column. */
const EPOCHS = [0, Date.UTC(2200, 0)] as const
export const isStorableTime = (ms: number) => ms >= EPOCHS[0] && ms < EPOCHS[1]
