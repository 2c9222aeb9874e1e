import { accessSync, constants, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

const ROOM = 3 * 1024 ** 3

/** A folder for short-lived test data: in memory if there is room, because no disk is as quick. */
export function quickFolder(): string {
  try {
    accessSync('/dev/shm', constants.W_OK)
    return freemem() > ROOM && hasRoom('/dev/shm') ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Whether a folder has room for more databases. */
export function hasRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > ROOM
}
