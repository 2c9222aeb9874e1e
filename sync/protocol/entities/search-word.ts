import { defineEntity, type Row } from '../entity.ts'
import { MANAGEMENT, STAFF } from '../roles.ts'

/** What shoppers type, and the words of the goods that it means. Replaces the built-in meaning of the same word. */
export const searchWord = defineEntity({
  name: 'search_word',
  plural: 'search_words',
  clearance: { read: STAFF, write: MANAGEMENT },
  fields: {
    word: { kind: 'text', label: 'Shoppers type', max: 60, hint: 'One word or a few, such as sweater' },
    means: {
      kind: 'text',
      label: 'They mean',
      max: 300,
      hint: 'Words in your products’ names, closest first, separated by commas: hoodie, sweatshirt',
    },
    active: { kind: 'flag', label: 'In use', initial: 1, hint: 'If not, the built-in meaning applies' },
  },
  list: ['id', 'word', 'means', 'active'],
})

export type SearchWord = Row<typeof searchWord>
