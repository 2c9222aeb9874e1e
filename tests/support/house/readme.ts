const COLUMNS = 150

/** How many lines a text takes at 150 columns, as a reader's window wraps it. */
export const linesAt = (text: string): number =>
  text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / COLUMNS)), 0)

/** The recipes of the README: their names and texts. */
export const recipesIn = (readme: string): [name: string, text: string][] =>
  [
    ...readme
      .split('## Contributing')[1]!
      .split('\n## ')[0]!
      .matchAll(/^- \*\*([^*]+)\*\*(.*)$/gm),
  ].map(([line, name]) => [name!, line])

/** What of a text in backticks is a path: all of it but a pattern, a command or a name. */
export const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([\w.-]+(?:\/[\w.{},-]+)+\/?)`/g)].map(([, path]) => path!).filter(path => !/NNNN/.test(path))

/** The decisions of a room: each begins with a bold sentence, and may go on in further paragraphs. */
export function decisionsIn(readme: string): string[] {
  const decisions: string[] = []
  for (const paragraph of readme.split(/\n{2,}/)) {
    if (/^\*\*[^*]/.test(paragraph)) decisions.push(paragraph.trimEnd())
    else if (decisions.length > 0 && /^[A-Z]/.test(paragraph))
      decisions.push(`${decisions.pop()}\n${paragraph.trimEnd()}`)
  }
  return decisions
}

/** What is wrong with a decision: too long, without its code, or with code that is not there. */
export function faultsOf(decision: string, exists: (path: string) => boolean): string[] {
  const named = [...(decision.split('In code:')[1] ?? '').matchAll(/`([\w.-]+(?:\/[\w.-]+)*(?:\/|\.\w+))`/g)].map(
    ([, path]) => path!,
  )
  return [
    ...(linesAt(decision) > 10 ? [`is ${linesAt(decision)} lines long; 10 are the most`] : []),
    ...(named.length === 0 ? ['names no code'] : []),
    ...named.filter(path => !exists(path)).map(path => `names ${path}, which is not there`),
  ]
}
