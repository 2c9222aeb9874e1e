import { posix } from 'node:path'
import { breachesOfHooks, breachesOfRooms, type Tree } from './sizes.ts'

interface Room {
  rooms: readonly string[]
  packages: readonly RegExp[]
}

/**
 * Who may import whom, and which packages. A room may always import itself, and tests anything. The longest matching
 * name is a file's room.
 */
const ROOMS: Record<string, Room> = {
  'sync/protocol': { rooms: [], packages: [] },
  'sync/till': { rooms: ['sync/protocol'], packages: [/^dexie$/] },
  'sync/worker': { rooms: ['sync/protocol', 'sync/till'], packages: [/^workbox-/] },
  pwa: {
    rooms: ['sync/protocol', 'sync/till'],
    packages: [
      /^react(-dom|-router-dom)?$/,
      /^react-dom\/client$/,
      /^jotai(\/utils)?$/,
      /^@tanstack\/react-query$/,
      /^dexie(-react-hooks)?$/,
      /^lucide-react\//,
      /^workbox-window$/,
      /^jspdf$/,
      /^bwip-js\/generic$/,
      /^html5-qrcode$/,
      /^uqr$/,
      /^@point-of-sale\/receipt-printer-encoder$/,
      /^@simplewebauthn\/browser$/,
      /^libphonenumber-js\/min$/,
      /^@fontsource/,
      /^virtual:/,
    ],
  },
  'pwa/vite.config.ts': {
    rooms: ['pwa/lean-router.ts', 'pwa/list-screens.ts', 'pwa/manifest.ts', 'pwa/split-till.ts'],
    packages: [/^node:/, /^vite/, /^@vitejs\//],
  },
  'pwa/manifest.ts': { rooms: ['pwa/manifest-words.ts'], packages: [/^vite-plugin-pwa$/] },
  'pwa/manifest-words.ts': { rooms: [], packages: [] },
  'pwa/split-till.ts': { rooms: [], packages: [/^node:/, /^vite$/] },
  'pwa/list-screens.ts': { rooms: [], packages: [/^vite$/] },
  'pwa/lean-router.ts': { rooms: [], packages: [/^vite$/] },
  'pwa/server.tsx': {
    rooms: ['pwa', 'sync/protocol'],
    packages: [/^react-dom\/server$/, /^react-router-dom$/, /^jotai$/, /^@tanstack\/react-query$/],
  },
  api: {
    rooms: ['sync/protocol'],
    packages: [
      /^node:/,
      /^@?koa/,
      /^formidable$/,
      /^joi$/,
      /^sequelize$/,
      /^mysql2(\/promise)?$/,
      /^pino$/,
      /^nodemailer$/,
      /^sharp$/,
      /^csv-parse$/,
      /^htmlparser2$/,
      /^jsonwebtoken$/,
      /^rate-limiter-flexible$/,
      /^@node-rs\/argon2$/,
      /^@zxcvbn-ts\/language-common$/,
      /^libphonenumber-js\/min$/,
      /^otplib$/,
      /^web-push$/,
      /^@simplewebauthn\/server$/,
      /^vite$/,
      /^tsx\/esm\/api$/,
    ],
  },
}

/**
 * Folders without knowledge of the shop's subjects, and what each may import from its room's other folders. Files at
 * the top of a room are open to all.
 */
const KNOWS_NO_SUBJECT: Record<string, readonly string[]> = {
  'api/db': ['api/boot'],
  'api/http': ['api/db'],
  'api/lists': ['api/db', 'api/http'],
  'api/server': ['api/db', 'api/http'],
  'api/crud': ['api/audit', 'api/db', 'api/http', 'api/lists'],
  'api/sandbox': ['api/db', 'api/http'],
  'pwa/ui': ['pwa/browser', 'pwa/lib'],
  'pwa/lib': ['pwa/browser', 'pwa/session'],
  'pwa/browser': ['pwa/lib', 'pwa/session'],
  'pwa/session': ['pwa/lib'],
  'pwa/forms': ['pwa/lib', 'pwa/session'],
}

const TOP_LEVEL = [
  'api',
  'package-lock.json',
  'package.json',
  'public',
  'findings',
  'pwa',
  'README.md',
  'sql',
  'sync',
  'tests',
  'tsconfig.json',
]
const FORBIDDEN_NAME = /^(utils?|helpers?|common|services?|types?|misc|index|shared|manager|constants)(\.|$)/i
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|module|model|d|config))?\.[a-z]+$/
const MOST_LINES = 300
/** Tests of one subject share a server, which another file would start again; styles need a line per property. */
const MOST_LINES_ELSEWHERE = 460
/** Except lines with one long text: a sentence, a drawing, a pattern. */
const MOST_COLUMNS = 120
const MOST_FOLDERS = 3
const MEDIAN_LINES = 80

const isSource = (path: string) => /\.(ts|tsx|mjs)$/.test(path)
const folderOf = (path: string) => posix.dirname(path)
const roomOf = (path: string) =>
  Object.keys(ROOMS)
    .filter(room => path === room || path.startsWith(`${room}/`))
    .sort((a, b) => b.length - a.length)[0]
const linesOf = (text: string) => text.replace(/\n$/, '').split('\n').length

/** The imports of a file: project files by path, packages by name. */
export function importsOf(path: string, text: string): string[] {
  const named = [
    ...text.matchAll(/^\s*(?:import|export)\s[^'";]*?from\s*'([^']+)'|^\s*import\s*'([^']+)'|\bimport\('([^']+)'\)/gm),
  ].map(([, from, bare, later]) => from ?? bare ?? later!)
  return named.map(name =>
    name.startsWith('.') ? posix.join(folderOf(path), name) : name.replace(/^#/, '').replace(/\?.*$/, ''),
  )
}

/** Every house rule that the tree breaks, as sentences. */
export function breachesIn(tree: Tree): string[] {
  const sources = [...tree].filter(([path]) => isSource(path))
  return [
    ...[...tree.keys()].flatMap(breachesOfPath),
    ...sources.flatMap(([path, text]) => [
      ...breachesOfText(path, text),
      ...breachesOfHooks(path, text),
      ...breachesOfWords(path, text),
      ...breachesOfFields(path, text),
      ...breachesOfImports(path, text),
    ]),
    ...[...tree]
      .filter(([path]) => /\.(ts|tsx|mjs|css)$/.test(path))
      .flatMap(([path, text]) => [...breachesOfLength(path, text), ...breachesOfWidth(path, text)]),
    ...breachesOfRooms(sources.map(([path]) => path)),
    ...breachesOfMedian(sources),
    ...cyclesIn(
      new Map(sources.map(([path, text]) => [path, importsOf(path, text).filter(name => tree.has(name))])),
    ).map(cycle => `These files import each other in a circle: ${cycle}.`),
    ...cyclesIn(subjectsOf(sources)).map(cycle => `These subjects import each other in a circle: ${cycle}.`),
  ]
}

function breachesOfPath(path: string): string[] {
  const parts = path.split('/')
  const breaches: string[] = []
  if (!TOP_LEVEL.includes(parts[0]!) && !parts[0]!.startsWith('.'))
    breaches.push(`${parts[0]} has no place at the top of the house.`)
  if (parts.length - 1 > MOST_FOLDERS)
    breaches.push(`${path} is ${parts.length - 1} folders deep; ${MOST_FOLDERS} are the most.`)
  if (isSource(path) && parts.some(part => FORBIDDEN_NAME.test(part)))
    breaches.push(`${path} is named by no subject of the shop.`)
  if (isSource(path) && !NAME.test(parts.at(-1)!)) breaches.push(`${path} is not named in small letters and hyphens.`)
  return breaches
}

const FORBIDDEN_TEXT: [pattern: RegExp, what: string][] = [
  [/^export\s*(\*|\{[^}]*\})\s*from\b/m, 'passes on what another file exports'],
  [/^export default\b/m, 'has a default export'],
  [/^\s*(export )?(const )?enum\s/m, 'has an enum'],
  [/^\s*(export )?namespace\s/m, 'has a namespace'],
  [/[:<,|]\s*any\b(?=\s*[;,)>=|[\]]|$)|\bas any\b/m, 'uses any'],
  [/@ts-(ignore|expect-error|nocheck)|(eslint|oxlint)-disable/, 'silences a check'],
  [/\b(TODO|FIXME|XXX|HACK)\b/, 'leaves something to do'],
]
const STANDS_WHERE_A_DEFAULT_IS_WANTED =
  /(^|\/)[\w-]+\.config\.ts$|^tests\/support\/runs\/global-setup\.ts$|^pwa\/lib\/nothing\.ts$/
const UNFINISHED_TEST =
  /\b(test|it|describe)(\.\w+)*\.(skip|only|todo|fails|skipIf|runIf)\b|\b(xit|xdescribe|xtest|fit|fdescribe)\(/

function breachesOfText(path: string, text: string): string[] {
  const isTest = path.startsWith('tests/')
  const code = isTest ? withoutTexts(text) : text
  const excused = [
    ...(STANDS_WHERE_A_DEFAULT_IS_WANTED.test(path) ? ['has a default export'] : []),
    ...(isTest ? ['passes on what another file exports'] : []),
  ]
  const found = FORBIDDEN_TEXT.filter(([pattern, what]) => pattern.test(code) && !excused.includes(what)).map(
    ([, what]) => `${path} ${what}.`,
  )
  return isTest && UNFINISHED_TEST.test(code)
    ? [...found, `${path} has a test that does not run, or that keeps others from it.`]
    : found
}

/** A test quotes what it forbids: ignores its strings and patterns. */
const withoutTexts = (text: string) =>
  text.replace(
    /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/(?:[^/\\\n ]|\\.)(?:[^/\\\n]|\\.)*\/[a-z]*(?=[\s,;.)\]])/g,
    "''",
  )

/** A `-words` file of the PWA holds no state. */
const breachesOfWords = (path: string, text: string): string[] =>
  /^pwa\/(?:.*\/)?(?!use-)[\w-]*-words\.tsx?$/.test(path) && /\buse(State|Effect|Ref|Api)\(/.test(text)
    ? [`${path} is named as words and keeps a state.`]
    : []

/** Braces inside braces inside braces: as deep as attributes go. */
const FIELD = /<(?:input|select|textarea)\b(?:[^>{]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*>/g
const CHECKED_BY_BROWSER =
  /\s(?:required|pattern|min|max|step|minLength)(?=[\s=/>])|\stype="(?:number|email|url|date|time|month|week|datetime-local)"/

/** Only the fields of ui say beside themselves what the browser would say in a bubble over the page. */
function breachesOfFields(path: string, text: string): string[] {
  if (!/^pwa\/(?!ui\/).*\.tsx$/.test(path)) return []
  return (text.match(FIELD) ?? [])
    .filter(field => CHECKED_BY_BROWSER.test(field) && !/\sreadOnly\b/.test(field))
    .map(field => `${path} has a field that answers with a bubble of the browser: ${field.split(/\s/, 1)[0]}.`)
}

function breachesOfLength(path: string, text: string): string[] {
  const most = path.startsWith('tests/') || path.endsWith('.css') ? MOST_LINES_ELSEWHERE : MOST_LINES
  return linesOf(text) > most ? [`${path} has ${linesOf(text)} lines; ${most} are the most.`] : []
}

const breachesOfWidth = (path: string, text: string): string[] =>
  text
    .split('\n')
    .flatMap((line, i) =>
      line.length > MOST_COLUMNS &&
      line.replaceAll(/'[^']*'|"[^"]*"|`[^`]*`|\/\S+\/|\$\{[^}]*\}/g, "''").length > MOST_COLUMNS
        ? [`${path} is wider than ${MOST_COLUMNS} columns in line ${i + 1}.`]
        : [],
    )

function breachesOfImports(path: string, text: string): string[] {
  const room = roomOf(path)
  if (!room) return []
  const { rooms, packages } = ROOMS[room]!
  return importsOf(path, text).flatMap(name => {
    const theirs = roomOf(name) ?? (name.startsWith('tests/') ? 'tests' : null)
    if (theirs === null)
      return packages.some(pattern => pattern.test(name)) || name.startsWith(`${room}/`)
        ? []
        : [`${path} imports ${name}, which ${room} may not use.`]
    if (theirs !== room && !rooms.includes(theirs)) return [`${path} imports ${name}: ${room} may not know ${theirs}.`]
    return [
      ...breachesOfSubject(path, name),
      ...breachesOfRoute(path, name),
      ...breachesOfSandbox(path, name),
      ...breachesOfScreen(path, name),
      ...(topOf(theirs) !== topOf(room) && !text.includes(`'#${name}`)
        ? [`${path} reaches ${name} by a relative path.`]
        : []),
    ]
  })
}

const topOf = (room: string) => (room.startsWith('pwa') ? 'pwa' : room)

function breachesOfSubject(path: string, name: string): string[] {
  const allowed = KNOWS_NO_SUBJECT[folderOf(path)]
  const [mine, theirs] = [folderOf(path), folderOf(name)]
  if (
    !allowed ||
    theirs === mine ||
    theirs.split('/').length < 2 ||
    theirs.startsWith('sync/') ||
    allowed.includes(theirs)
  )
    return []
  return [`${path} imports ${name}: ${mine} knows no subject.`]
}

/** A subject may call another's service, but not its routes. */
const breachesOfRoute = (path: string, name: string) =>
  /^api\/\w+\/.*-routes\.ts$/.test(name) && folderOf(path) !== 'api'
    ? [`${path} imports the routes of another subject, ${name}.`]
    : []

/** The payment provider's double is mounted; everything else calls it over http, like the real provider. */
const breachesOfSandbox = (path: string, name: string) =>
  name.startsWith('api/sandbox/') && !path.startsWith('api/sandbox/') && !/^api\/(app\.ts|boot\/)/.test(path)
    ? [`${path} imports the payment sandbox, ${name}.`]
    : []

const subjectOfScreen = (path: string) => /^pwa\/(shop|checkout|account|staff|pos|pages)\/.*\.tsx$/.exec(path)?.[1]

/** Code shared by the screens of two subjects belongs in ui or lib. */
const breachesOfScreen = (path: string, name: string) =>
  subjectOfScreen(path) && subjectOfScreen(name) && subjectOfScreen(path) !== subjectOfScreen(name)
    ? [`${path} imports a screen of another subject, ${name}.`]
    : []

function breachesOfMedian(sources: [string, string][]): string[] {
  const lengths = sources.map(([, text]) => linesOf(text)).sort((a, b) => a - b)
  const median = lengths[lengths.length >> 1] ?? 0
  return median < MEDIAN_LINES
    ? []
    : [`Half of the files have ${median} lines or more; the middle one should have fewer than ${MEDIAN_LINES}.`]
}

/** Which folders of api import which others. Files at its top, and those that start the shop, belong to no subject. */
function subjectsOf(sources: [string, string][]): Map<string, string[]> {
  const subjectOf = (path: string) => /^(api\/(?!boot\/)[\w-]+)\//.exec(path)?.[1]
  const graph = new Map<string, string[]>()
  for (const [path, text] of sources) {
    const mine = subjectOf(path)
    if (mine)
      graph.set(mine, [
        ...(graph.get(mine) ?? []),
        ...(importsOf(path, text)
          .map(subjectOf)
          .filter(subject => subject !== undefined && subject !== mine) as string[]),
      ])
  }
  return graph
}

/** The cycles of a graph, each once, as `a → b → a`. */
function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const cycles = new Set<string>()
  const walk = (node: string, trail: string[]): void => {
    const at = trail.indexOf(node)
    if (at >= 0) cycles.add([...trail.slice(at), node].join(' → '))
    if (at >= 0 || done.has(node)) return
    for (const next of new Set(graph.get(node))) walk(next, [...trail, node])
    done.add(node)
  }
  for (const node of graph.keys()) walk(node, [])
  return [...cycles]
}
