import { expect, test } from 'vitest'
import * as words from '#pwa/pages/privacy-words.ts'

const said = Object.values(words)
  .flatMap(text => (typeof text === 'function' ? text('Selvedge') : text))
  .join('\n')

test.each<[stored: string, says: RegExp[]]>([
  ['reviews', [/first name, the first letter of your last name/, /your pictures/, /until you delete it/]],
  ['the newsletter', [/newsletter, if you confirmed it: until you unsubscribe/, /unsubscribe link/]],
  ['notifications', [/browser’s notification address/, /six months at most/, /Turn off button/, /push service/]],
  ['links to a wishlist', [/shows your first name and what you saved/, /until you turn it off/]],
  ['links to pay', [/the items and the total/, /until the time to pay runs out/]],
  ['mobile money numbers', [/to send the payment request/]],
  ['gift cards', [/last four characters of the code/]],
  ['measurements for the size adviser', [/your measurements stay in your browser/]],
  ['searches', [/without who searched/]],
  ['backups', [/Encrypted backups/]],
  ['the law', [/Act 843/, /Data Protection Commission/]],
])('the privacy policy says what happens with %s', (_, says) => {
  expect(says.filter(part => !part.test(said))).toEqual([])
})

test('every sentence of the policy is short', () => {
  const sentences = said.split(/[.:\n]\s*/)
  expect(sentences.filter(sentence => sentence.split(' ').length > 28)).toEqual([])
})
