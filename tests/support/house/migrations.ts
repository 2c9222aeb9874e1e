const NAME = /^\d{4}_[a-z0-9_]+\.sql$/

/** The rules that the migrations break, as sentences. */
export function breachesOfMigrations(files: ReadonlyMap<string, string>): string[] {
  const names = [...files.keys()].sort()
  return [
    ...names.filter(name => !NAME.test(name)).map(name => `${name} is not named like 0123_subject.sql.`),
    ...names
      .filter((name, i) => i > 0 && name.slice(0, 4) === names[i - 1]!.slice(0, 4))
      .map(name => `${name} has the number of another migration.`),
    ...names
      .filter(name => /^-- expand\b/.test(files.get(name)!))
      .flatMap(name => narrowingsIn(files.get(name)!).map(what => `${name} says it expands, and ${what}.`)),
  ]
}

const NARROWS: readonly [pattern: RegExp, what: string][] = [
  [/^(?!CREATE TABLE|ALTER TABLE|INSERT|UPDATE)/i, 'does more than create, add and fill'],
  [/^ALTER\b.*\b(DROP|RENAME|MODIFY|CHANGE|CONVERT)\b/i, 'changes or drops what the version before reads'],
  [/^ALTER\b.*\bADD (CONSTRAINT|UNIQUE|PRIMARY|FOREIGN|CHECK)\b/i, 'refuses rows that the version before writes'],
  [/^ALTER\b.*\b(UNIQUE|REFERENCES|CHECK ?\()/i, 'refuses rows that the version before writes'],
]

/** What the previous version cannot live with in an expanding migration. */
function narrowingsIn(sql: string): string[] {
  const statements = sql
    .replace(/^\s*--.*$/gm, '')
    .split(/;[ \t]*$/m)
    .map(statement =>
      statement
        .replace(/'(?:[^']|'')*'/g, "''")
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean)
  const found = statements.flatMap(statement => [
    ...NARROWS.filter(([pattern]) => pattern.test(statement)).map(([, what]) => what),
    ...(hasColumnToFill(statement) ? ['adds a column that the version before does not fill'] : []),
  ])
  return [...new Set(found)]
}

const hasColumnToFill = (statement: string) =>
  /^ALTER\b/i.test(statement) &&
  statement
    .split(/\bADD\b/i)
    .slice(1)
    .some(column => /\bNOT NULL\b/i.test(column) && !/\b(DEFAULT|AS \()/i.test(column))
