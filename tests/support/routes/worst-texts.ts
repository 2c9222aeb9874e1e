const repeated = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

const PIECES: Record<string, string> = {
  'digits in groups of one': '6 ',
  'digits in uneven groups': '4-08.4 ',
  'valid cards': '4084084084084081 ',
  'one long number': '4',
  'at signs': 'a@',
  'dots after at signs': '@a.',
  'parts of dates': '2026-',
  'parts of a telephone number': '+233 24-',
  'spaces before a letter': ' ',
  'spaces and words': ' a',
  'angle brackets': '<a ',
  'half characters': '\ud83d',
  commas: ',',
  'percent signs': '%F0',
}

/** Texts of this length that once made a rule slow, or would slow a careless one. */
export const worstTexts = (length: number): Record<string, string> =>
  Object.fromEntries(Object.entries(PIECES).map(([what, piece]) => [what, `${repeated(piece, length - 1)}x`]))

/** Bodies of about this length that are slow because of their structure. */
export const worstBodies = (length: number): Record<string, string> => ({
  'lists in lists': `${'['.repeat(length / 2)}${']'.repeat(length / 2)}`,
  'objects in objects': `${'{"a":'.repeat(length / 6)}1${'}'.repeat(length / 6)}`,
  'one long name': `{"${'k'.repeat(length)}":1}`,
  'many names': `{${Array.from({ length: length / 10 }, (_, i) => `"${i.toString(36).padStart(5, 'k')}":1`).join(',')}}`,
  'many items': `[${'1,'.repeat(length / 2)}1]`,
  'many objects': `[${'{},'.repeat(length / 3)}{}]`,
})
