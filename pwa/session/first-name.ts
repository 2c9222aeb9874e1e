import type { SignedIn } from './session.ts'

/** What a person is called where there is little room. */
export const firstName = ({ name }: Pick<SignedIn, 'name'>) => name.split(' ')[0]!
