import { basename } from 'node:path'
import { parentPort, Worker } from 'node:worker_threads'
import { Catalogue } from '#api/catalogue-index/catalogue.ts'
import { pack, unpack } from '#api/catalogue-index/pack.ts'
import { fill } from '#api/catalogue-index/rows.ts'
import { db } from '#api/db/database.ts'
import { log } from '#api/http/log.ts'
import type { Sections } from '#api/in-memory/section-file.ts'

/** Fewer products are taken in sooner than a thread starts. */
const LEAST_ASIDE = 5_000

/** What a thread takes in at once: nobody waits for it. */
const AT_ONCE = 1_000
/** With little room for what is thrown away at once, a fifth of the time would go into tidying up. */
const LIMITS = { maxYoungGenerationSizeMb: 96 }

/**
 * A catalogue of all goods on sale. `many`: about how many there are. `program`: what the thread runs that builds it; the
 * sources need a compiler that threads do not have.
 */
export async function filled(many: number, { least = LEAST_ASIDE, program = builtProgram() } = {}): Promise<Catalogue> {
  if (many >= least && program !== null) {
    try {
      return await unpack(await filledAside(many, program))
    } catch (error) {
      log.warn({ error: { message: (error as Error).message } }, 'the index is built by the first thread')
    }
  }
  const catalogue = new Catalogue()
  await fill(catalogue, many)
  return catalogue
}

function builtProgram(): string | null {
  const [, program = ''] = process.argv
  return basename(program) === 'main.mjs' ? program : null
}

/** What a thread hands over that ran this program. */
export function filledAside(many: number, program: string): Promise<Sections> {
  const thread = new Worker(program, { argv: ['fill-index', String(many)], execArgv: [], resourceLimits: LIMITS })
  return new Promise<Sections>((resolve, reject) => {
    thread.on('message', resolve).on('error', reject)
    thread.on('exit', () => reject(new Error('The thread that builds the index has ended.')))
  })
}

/** That thread: reads all that is on sale, and hands the bytes of the catalogue over. */
export async function fillIndexCommand(many: number): Promise<void> {
  const catalogue = new Catalogue()
  await fill(catalogue, many, AT_ONCE)
  const { about, bytes } = pack(catalogue)
  // A small piece of a shared memory cannot be handed over.
  const own = new Map([...bytes].map(([name, part]) => [name, isPiece(part) ? part.slice() : part]))
  const memories = new Set([...own.values()].map(({ buffer }) => buffer as ArrayBuffer))
  parentPort!.postMessage({ about, bytes: own } satisfies Sections, [...memories])
  await db.close()
}

const isPiece = (part: Uint8Array) => part.byteLength * 2 < part.buffer.byteLength
