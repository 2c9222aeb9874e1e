import { parseSync } from 'vite'
import type { Tree } from '#tests/support/house/sizes.ts'

export interface TellTale {
  /** The phrase, with | between its forms. */
  phrase: string
  better: string
  /** A sentence that holds it. */
  control: string
}

/** Phrases that sound translated. Add one once no comment and no text of the program holds it. */
export const TELL_TALES: readonly TellTale[] = [
  { phrase: 'belongs? into', better: 'belongs in, or: call inside', control: 'Belongs into the transaction.' },
  { phrase: 'such an?', better: 'its name', control: 'Closes such a one.' },
  { phrase: 'such ones?', better: 'its name', control: 'Closes such ones.' },
  { phrase: 'by now', better: 'already, or nothing', control: 'What the stock is by now.' },
  { phrase: 'as it were', better: 'nothing', control: 'A till, as it were.' },
  { phrase: 'that which', better: 'what', control: 'Keeps that which was read.' },
  { phrase: '(?:may be|are) others', better: 'may have changed', control: 'Prices may be others.' },
  { phrase: 'present password', better: 'current password', control: 'Present password' },
  { phrase: 'look into your', better: 'check your', control: 'Look into your mail.' },
  { phrase: '(?<!there )(?:is|are) none', better: 'is not one, or: is unknown', control: 'A category that is none.' },
  { phrase: 'lies?', better: 'is', control: 'The file lies beside it.' },
  { phrase: 'bears?', better: 'has', control: 'The goods bear a barcode.' },
  { phrase: '(?<!`)meanwhile', better: 'in between, or: since', control: 'Somebody changed it meanwhile.' },
  {
    phrase: 'whoever (?:is|has|comes|asks|wants|needs|holds|owns)',
    better: 'the person who',
    control: 'Whoever asks.',
  },
  {
    phrase: '(?:the first|the last|those|all|part) of which',
    better: 'two sentences',
    control: 'Orders, all of which went.',
  },
  { phrase: 'in vain', better: 'without success', control: 'Waits in vain.' },
  { phrase: 'the latter', better: 'its name', control: 'A sale or a return; the latter comes back.' },
  { phrase: 'for so long', better: 'for this long, or the figure', control: 'For so long a token works.' },
  { phrase: 'so much', better: 'this much, or the figure', control: 'So much is taken at once.' },
  {
    phrase: 'where there (?:is|are) none',
    better: 'without one, or: if there is none',
    control: 'Where there is none, null.',
  },
  { phrase: 'whose it is', better: 'its owner', control: 'The till whose it is.' },
  { phrase: 'at present', better: 'now, or: current', control: 'What is not for sale at present.' },
  { phrase: 'of its own accord', better: 'by itself', control: 'Ends of its own accord.' },
  { phrase: 'of whom', better: 'a verb', control: 'The people of whom nothing is known.' },
  { phrase: 'let be', better: 'left alone', control: 'The rest is let be.' },
  { phrase: 'leads on to', better: 'redirects to', control: 'The old address leads on to it.' },
  { phrase: 'within a transaction', better: 'call inside a transaction', control: 'Within a transaction.' },
  {
    phrase: 'in the transaction around it',
    better: 'in the surrounding transaction',
    control: 'In the transaction around it.',
  },
  { phrase: 'to be called', better: 'call', control: 'To be called outside of it.' },
  { phrase: 'unless asked otherwise', better: 'by default', control: 'The newest first unless asked otherwise.' },
  { phrase: 'where no order is asked for', better: 'by default', control: 'By name where no order is asked for.' },
  { phrase: 'than (?:it )?was read', better: 'changed since it was read', control: 'Where it is other than was read.' },
  { phrase: "of one’s own|of one's own", better: 'the user’s own', control: 'An order of one’s own.' },
  { phrase: 'only who|for who', better: 'the person who', control: 'The file, for who asked for it.' },
  { phrase: 'money back #?[0-9]', better: 'refund #5', control: 'Money back 5' },
  { phrase: 'no last day', better: 'no expiry', control: 'No last day' },
  { phrase: 'to be had', better: 'available', control: 'When the address is not to be had.' },
  { phrase: 'in the place of', better: 'replaces', control: 'Puts them in the place of the old ones.' },
  { phrase: 'what becomes of', better: 'the outcome, or: what happens to', control: 'What becomes of it.' },
  { phrase: '(?<!made )anew', better: 'again', control: 'Then it begins anew.' },
]

/** Each tell-tale phrase in the comments and texts of these files: where it is, and what to write instead. */
export const stiltedIn = (tree: Tree): string[] =>
  [...tree]
    .filter(([, source]) => found(source, 0).length > 0)
    .flatMap(([path, source]) =>
      spansOf(path, source)
        .flatMap(([start, end]) => found(source.slice(start, end), start))
        .sort((a, b) => a.at - b.at)
        .map(
          ({ at, said, better }) =>
            `${path}:${source.slice(0, at).split('\n').length} says “${said}”: better ${better}.`,
        ),
    )

/** A line break inside a comment, with its asterisk or slashes, counts as a space. */
const patterns = TELL_TALES.map(({ phrase, better }) => ({
  pattern: new RegExp(`\\b(?:${phrase.replaceAll(' ', '(?:[\\s*]|//)+')})(?!\\w|[’']\\w)`, 'gi'),
  better,
}))

const found = (text: string, start: number) =>
  patterns.flatMap(({ pattern, better }) =>
    [...text.matchAll(pattern)].map(match => ({
      at: start + match.index,
      said: match[0].replace(/(?:[\s*]|\/\/)+/g, ' '),
      better,
    })),
  )

/** Where the comments and texts of a file begin and end; of a stylesheet its comments, of a README everything. */
function spansOf(path: string, source: string): [start: number, end: number][] {
  if (path.endsWith('.md')) return [[0, source.length]]
  if (path.endsWith('.css'))
    return [...source.matchAll(/\/\*[^]*?\*\//g)].map(({ index, 0: text }) => [index, index + text.length])
  const { comments, program } = parseSync(path, source)
  return [...comments.map(({ start, end }): [number, number] => [start, end]), ...textSpansOf(program)]
}

interface Spanned {
  type: string
  start: number
  end: number
}

function textSpansOf(node: Spanned): [number, number][] {
  if (node.type === 'TemplateElement' || node.type === 'JSXText' || isText(node)) return [[node.start, node.end]]
  return Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap(child => textSpansOf(child))
}

const isNode = (value: unknown): value is Spanned =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const isText = (node: Spanned) => node.type === 'Literal' && 'value' in node && typeof node.value === 'string'
