import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of a few megabytes that can be filled. The caller unmounts it. */
export function aSmallDisk(megabytes: number) {
  const path = mkdtempSync(join(tmpdir(), 'selvedge-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', path], { stdio: 'ignore' })
  } catch {
    throw new Error('This test needs a small disk: run it as root, where tmpfs can be mounted.')
  }
  const ballast = join(path, 'ballast')
  return {
    path,
    fill() {
      const file = openSync(ballast, 'w')
      const megabyte = Buffer.alloc(1024 * 1024)
      try {
        for (;;) writeSync(file, megabyte)
      } catch (error) {
        if ((error as { code?: string }).code !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(ballast, { force: true }),
  }
}
