import { tenderName } from './payment/tender.ts'
import { replica } from './till.ts'

/** The shop's settings in the till's copy, and what it calls its ways of paying. */
export const settings = { get: (name: string): string | undefined => replica.setting(name) ?? undefined, tenderName }
