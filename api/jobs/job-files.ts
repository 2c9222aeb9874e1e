import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from '#api/env.ts'

export const EXPORTS = join(env.dataDir, 'exports')

/** Where a job writes the file it leaves, in a folder that is there. The file is kept for seven days. */
export async function jobFile(id: number): Promise<string> {
  await mkdir(EXPORTS, { recursive: true, mode: 0o700 })
  return pathOf(id)
}

export const pathOf = (id: number) => join(EXPORTS, `job-${id}`)
