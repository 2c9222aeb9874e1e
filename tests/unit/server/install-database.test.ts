import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installDatabase } from '#api/db/install.ts'

/** Its tables are nothing. */
const PROGRAMS = { server: 'false', install: 'true' }
/** A process that goes on writing into a folder, whoever takes it away. */
const WRITING =
  "const fs = require('fs'), folder = process.argv[1]; for (let i = 0; ; i++) try { fs.mkdirSync(folder, { recursive: true }); fs.writeFileSync(folder + '/' + i, '') } catch {}"

test('starts beside a folder a killed start still writes to, and deletes it the next time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-install-'))
  const [dir, left] = [join(folder, 'database'), join(folder, 'database.new-left')]
  mkdirSync(left)
  const writer = spawn(process.execPath, ['-e', WRITING, left], { stdio: 'ignore' })
  try {
    await expect.poll(() => existsSync(left) && readdirSync(left).length).toBeGreaterThan(0)
    await installDatabase(dir, PROGRAMS)
    expect(existsSync(dir)).toBe(true)
  } finally {
    writer.kill('SIGKILL')
    await once(writer, 'exit')
  }
  await installDatabase(dir, PROGRAMS)
  expect(readdirSync(folder)).toEqual(['database'])
  rmSync(folder, { recursive: true })
})

test('says what the installer said when it fails', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-install-'))
  await expect(installDatabase(join(folder, 'database'), { server: 'false', install: 'ls' })).rejects.toThrow(
    /could not be made in [^]*ls: [^]*--no-defaults/,
  )
  rmSync(folder, { recursive: true })
})
