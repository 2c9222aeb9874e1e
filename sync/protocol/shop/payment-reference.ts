import type { TenderKind } from '../tender/tender.ts'

const LONGEST = 120
/** The shortest one that a network gives, and the longest. */
export const LEAST_REFERENCE = 6
export const MOST_REFERENCE = 30

/**
 * What a mobile money reference is compared by: its letters and digits in capitals, at most 120, so that a space or a
 * full-width digit makes no other reference. Null without one, and for other kinds: a card terminal begins its numbers
 * again.
 */
export const referenceKey = ({
  kind,
  reference,
}: {
  kind: TenderKind | null | undefined
  reference?: string | null | undefined
}): string | null =>
  kind === 'MOBILE_MONEY'
    ? (reference ?? '')
        .normalize('NFKC')
        .toUpperCase()
        .replaceAll(/[^0-9A-Z]/g, '')
        .slice(0, LONGEST) || null
    : null
