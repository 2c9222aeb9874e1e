import { replica } from './till.ts'

/** The shop's settings as the till's copy has them now. */
export const settings = { get: (name: string): string | undefined => replica.setting(name) ?? undefined }
