import { replica } from './till.ts'

/** The shop's settings in the till's copy. */
export const settings = { get: (name: string): string | undefined => replica.setting(name) ?? undefined }
