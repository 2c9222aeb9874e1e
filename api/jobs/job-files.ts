import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from '#api/env.ts'

export const EXPORTS = join(env.dataDir, 'exports')

/** The path for a job's file; creates the folder. The file is kept for seven days. */
export async function jobFile(id: number): Promise<string> {
  await mkdir(EXPORTS, { recursive: true, mode: 0o700 })
  return pathOf(id)
}

export const pathOf = (id: number) => join(EXPORTS, `job-${id}`)
