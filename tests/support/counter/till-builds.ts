import { createCycle } from '#sync/till/cycle.ts'
import { enrol } from '#sync/till/proof/enrol.ts'
import { pushWith } from '#sync/till/push.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import { TillDb } from '#sync/till/till-db.ts'

/** The functions of a till that sell and send. */
export interface TillBuild {
  TillDb: typeof TillDb
  createCycle: typeof createCycle
  enrol: typeof enrol
  pushWith: typeof pushWith
  ringUp: typeof ringUp
}

export const PRESENT: TillBuild = { TillDb, createCycle, enrol, pushWith, ringUp }

const FILES = ['till-db', 'cycle', 'enrol', 'push', 'ring-up']

/**
 * The same from the build whose sources are in a folder. Its functions take fewer parameters than today's, never more.
 */
export const tillBuildIn = async (folder: string): Promise<TillBuild> =>
  Object.assign(
    {},
    ...(await Promise.all(FILES.map(file => import(/* @vite-ignore */ `${folder}/sync/till/${file}.ts`)))),
  ) as TillBuild
