import { existsSync, readFileSync } from 'node:fs'
import { env, keptSecret, pathOfSecret } from '#api/env.ts'

const KEY = 'backup-key'

/** Encrypts backups: BACKUP_PASSPHRASE, else a key created once and kept in DATA_DIR. */
export const backupPassphrase = (): string => env.backups.passphrase ?? keptSecret(KEY)

/** Every passphrase that may open an archive, the most likely first. */
export function knownPassphrases(): string[] {
  const path = pathOfSecret(KEY)
  const kept = existsSync(path) ? [readFileSync(path, 'utf8').trim()] : []
  return env.backups.passphrase ? [env.backups.passphrase, ...kept] : kept
}

/** Tells the owner where the key is; null if they chose a passphrase. */
export const warningOfKey = (): string | null =>
  env.backups.passphrase
    ? null
    : `Backups are encrypted with the key in ${pathOfSecret(KEY)}. Keep a copy of it elsewhere: without it they cannot be read. BACKUP_PASSPHRASE sets a passphrase instead.`
