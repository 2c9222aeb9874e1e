import { audienceIn } from '#sync/protocol/search/audience.ts'

/** What a name may say about its wearer. */
export const FOR_WHOM = ['women', 'men', 'both', 'worn'] as const

/** The place among `FOR_WHOM` of what a name says. */
export function forWhomIs(text: string): number[] {
  const said = audienceIn(text)
  return said === null ? [] : [FOR_WHOM.indexOf(said)]
}
