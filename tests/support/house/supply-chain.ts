/** The parts of package-lock.json that are read here. */
export interface Lock {
  lockfileVersion: number
  packages: Record<string, LockedPackage>
}
interface LockedPackage {
  name?: string
  engines?: { node?: string }
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  dev?: boolean
  optional?: boolean
  link?: boolean
  inBundle?: boolean
  hasInstallScript?: boolean
  optionalDependencies?: Record<string, string>
}
/** The lowest versions without a known vulnerability, one for each affected major. */
export type Floors = Record<string, { floors: string[]; why: string }>

const nameOf = (path: string, { name }: LockedPackage) =>
  name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const installed = ({ packages }: Lock) =>
  Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({ path, entry, name: nameOf(path, entry), version: entry.version ?? '' }))
const numbers = (version: string) => version.split('-')[0]!.split('.').map(Number)

/** Less than 0 if a comes before b. A pre-release comes before its release. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbers(a), numbers(b)]
  for (let i = 0; i < 3; i++) if (left[i] !== right[i]) return (left[i] ?? 0) - (right[i] ?? 0)
  return Number(b.includes('-')) - Number(a.includes('-'))
}

/**
 * Whether a version is at or above the floor of its major; a major without one must be newer than all that have one.
 */
export function isAbove(version: string, floors: readonly string[]): boolean {
  const own = floors.find(floor => numbers(floor)[0] === numbers(version)[0])
  return own ? compareVersions(version, own) >= 0 : floors.every(floor => compareVersions(version, floor) > 0)
}

/** Whether a range, such as `>=20.19 <23 || ^24`, includes a version. */
export const takes = (range: string, version: string): boolean =>
  range
    .replaceAll(/([<>=^~])\s+/g, '$1')
    .split('||')
    .some(all =>
      all
        .trim()
        .split(/\s+/)
        .every(one => fits(one, version)),
    )

function fits(comparator: string, version: string): boolean {
  const [, sign = '', bound = ''] = /^([<>=^~]*)v?(\d+(?:\.\d+)*)?/.exec(comparator)!
  const order = compareVersions(version, bound)
  if (bound === '' || sign === '>=') return order >= 0
  if (sign === '>') return order > 0
  if (sign === '<') return order < 0
  if (sign === '<=') return order <= 0
  const alike = sign === '^' ? 1 : sign === '~' ? 2 : bound.split('.').length
  return (
    order >= 0 &&
    numbers(bound)
      .slice(0, alike)
      .every((part, i) => part === numbers(version)[i])
  )
}

/** Packages that are always installed and do not run on this version of Node.js. */
export const strangersTo = (version: string, lock: Lock): string[] =>
  installed(lock)
    .filter(({ entry }) => !entry.optional && !takes(entry.engines?.node ?? '*', version))
    .map(({ path }) => path)

/**
 * Faults of the packages to install, as sentences. `scripts` names the packages that may have install scripts, which
 * are not run.
 */
export function faultsOfLock(
  lock: Lock,
  { floors, scripts }: { floors: Floors; scripts: readonly string[] },
): string[] {
  const all = installed(lock)
  const faults: string[] = lock.lockfileVersion === 3 ? [] : ['The lock file is not of version 3.']
  for (const { path, entry, name, version } of all) {
    for (const other of Object.keys(entry.optionalDependencies ?? {}))
      if (!lock.packages[`${path}/node_modules/${other}`] && !lock.packages[`node_modules/${other}`])
        faults.push(`${path} names ${other}, which is not locked: npm ci would refuse.`)
    if (entry.link) faults.push(`${path} is a link.`)
    if (entry.resolved && !entry.resolved.startsWith('https://registry.npmjs.org/'))
      faults.push(`${path} comes from ${entry.resolved}.`)
    if (!entry.inBundle && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(entry.integrity ?? ''))
      faults.push(`${path} is not pinned by its SHA-512.`)
    if (entry.hasInstallScript && !scripts.includes(name)) faults.push(`${path} brings an install script.`)
    const floor = floors[name]
    if (floor && !isAbove(version, floor.floors))
      faults.push(`${path} is ${version}, below ${floor.floors.join(' or ')}: ${floor.why}.`)
  }
  for (const name of Object.keys(floors))
    if (!all.some(found => found.name === name)) faults.push(`${name} has a floor and is not installed.`)
  return faults
}

/** The packages to install, as a CycloneDX bill of materials. */
export const billOfMaterials = (lock: Lock) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: {
    component: { type: 'application', name: lock.packages['']?.name ?? '', version: lock.packages['']?.version ?? '' },
  },
  components: installed(lock).map(({ path, entry, name, version }) => ({
    type: 'library',
    name,
    version,
    'bom-ref': path,
    scope: entry.dev ? 'excluded' : entry.optional ? 'optional' : 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    hashes: entry.integrity
      ? [{ alg: 'SHA-512', content: Buffer.from(entry.integrity.slice('sha512-'.length), 'base64').toString('hex') }]
      : [],
    licenses: entry.license ? [{ expression: entry.license }] : [],
  })),
})

const SECRETS: Record<string, RegExp> = {
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/]/,
  "a payment provider's live key": /\b[sp]k_live_[A-Za-z0-9]{8,}/,
  "a cloud's access key": /\bAKIA[0-9A-Z]{16}\b/,
  "a code host's token": /\b(gh[pousr]_[A-Za-z0-9]{36}|glpat-[\w-]{20})/,
  "a registry's token": /\bnpm_[A-Za-z0-9]{36}\b|:_authToken=[\w-]{8,}/,
  "a chat's token": /\bxox[abprs]-[A-Za-z0-9-]{10,}/,
  'a signed token': /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/,
  'a password in an address': /\b(mysql|smtps?|https?):\/\/[\w.-]+:(?!pass@|password@|secret@)[^\s'"`$/@{]{6,}@/,
  'a secret set in code': /\b(secret|api_?key|access_?token)['"]?\s*[:=]\s*['"][A-Za-z0-9+/=_-]{24,}['"]/i,
}

/** The kinds of secret in a text. */
export const secretsIn = (text: string): string[] =>
  Object.entries(SECRETS)
    .filter(([, pattern]) => pattern.test(text))
    .map(([what]) => what)
