import { posix } from 'node:path'
import { parseSync, type ESTree } from 'vite'
import type { Tree } from '#tests/support/house/sizes.ts'

/** Every folder of the screens keeps its visible or spoken texts in `*-words.ts` or `*-words.tsx`. */
const isWorded = (folder: string) => /^pwa(\/|$)/.test(folder)

/** Members of an element, or of a notice, that people see or hear. */
const SEEN =
  /^(aria-(label|description|roledescription|valuetext)|label|legend|title|heads?|alt|placeholder|hint|what|message|words|submit|busyLabel|summary|caption)$/
const LETTER = /\p{L}/u
/** Begins and continues like a sentence; excludes a token's scheme. */
const SENTENCE = /^(?!Bearer )[“(]?\p{Lu}[\p{L}’']*[,:]? \p{L}/u

type Node = ESTree.Node

/** The texts in these folders that are outside their files of words, each as a sentence. */
export const textsOutsideWords = (tree: Tree): string[] =>
  [...tree]
    .filter(([path]) => isWorded(posix.dirname(path)) && /(?<!-words)\.tsx?$/.test(path))
    .flatMap(([path, text]) => textsIn(path, text))

function textsIn(path: string, source: string): string[] {
  const found = new Map<number, string>()
  const keep = (node: Node) => {
    for (const { at, text } of textsOf(node)) if (LETTER.test(text)) found.set(at, text.trim())
  }
  walk(parseSync(path, source).program, node => {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') node.children.forEach(keep)
    if (node.type === 'JSXAttribute' && SEEN.test(nameOf(node.name)) && node.value) keep(node.value)
    if (node.type === 'Property' && SEEN.test(nameOf(node.key)) && !isItsName(node)) keep(node.value)
    if (node.type === 'AssignmentPattern' && SEEN.test(nameOf(node.left))) keep(node.right)
    if (node.type === 'Literal' && typeof node.value === 'string' && SENTENCE.test(node.value)) keep(node)
    if (node.type === 'TemplateLiteral' && SENTENCE.test(node.quasis.map(({ value }) => value.cooked).join('x')))
      keep(node)
  })
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(
      ([at, text]) =>
        `${path}:${source.slice(0, at).split('\n').length} says “${text}”, which belongs in a file of words.`,
    )
}

/** Every text that an expression may produce. */
function textsOf(node: Node): { at: number; text: string }[] {
  switch (node.type) {
    case 'JSXText':
      return [{ at: node.start, text: node.value }]
    case 'Literal':
      return typeof node.value === 'string' ? [{ at: node.start, text: node.value }] : []
    case 'TemplateLiteral':
      return [
        { at: node.start, text: node.quasis.map(({ value }) => value.cooked).join('…') },
        ...node.expressions.flatMap(textsOf),
      ]
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap(textsOf)
    case 'LogicalExpression':
      return [node.left, node.right].flatMap(textsOf)
    case 'BinaryExpression':
      return node.operator === '+' ? [node.left, node.right].flatMap(textsOf) : []
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      return textsOf(node.expression)
    case 'ArrayExpression':
      return node.elements.flatMap(element => (element ? textsOf(element) : []))
    default:
      return []
  }
}

const nameOf = (node: Node): string =>
  node.type === 'Identifier' || node.type === 'JSXIdentifier'
    ? node.name
    : node.type === 'Literal'
      ? String(node.value)
      : ''

/** Such as `title: 'title'`, which names a member and says nothing. */
const isItsName = ({ key, value }: { key: Node; value: Node }) =>
  value.type === 'Literal' && value.value === nameOf(key)

/** Visits everything except errors that nobody sees; an `ApiError` is shown to people. */
function walk(node: Node, see: (node: Node) => void): void {
  if (node.type === 'NewExpression' && /^(?!Api)\w*(Error|DOMException)$/.test(nameOf(node.callee))) return
  see(node)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, see)
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value
