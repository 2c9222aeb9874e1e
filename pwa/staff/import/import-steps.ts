import type { OpenedImport } from '#sync/protocol/staff/import.ts'
import * as words from './import-words.ts'

export const STEPS = [words.chooseAFile, words.checkWhatItDoes, words.importHead] as const

/** The current step of a file. */
export const stepAt = ({ status_code, given_up }: Pick<OpenedImport, 'status_code' | 'given_up'>) =>
  status_code === 'CHECKING' || status_code === 'CHECKED' || given_up === 'CHECK' ? 1 : 2
