import { usualName } from '#pwa/lib/account-names.ts'
import { tendersOf, type Tender } from '#sync/protocol/tender/tender.ts'
import { replica } from '../till.ts'

/** The ways of paying that this till offers, in the shop's order; cash alone until the shop's are known. */
export const tendersOffered = (): Tender[] => tendersOf(replica.accounts())

/** A way of paying; undefined for another account, and for one that the shop has archived. */
export const findTender = (code: string): Tender | undefined => tendersOffered().find(tender => tender.code === code)

/** Whether the shop has archived it since; false until the shop's ways of paying are known. */
export const isArchived = (code: string): boolean => replica.accounts().length > 0 && !findTender(code)

/** What the shop calls an account; else its usual name, or its code in words. */
export const tenderName = (code: string): string => findTender(code)?.name ?? usualName(code)
