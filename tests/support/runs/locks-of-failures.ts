import { afterAll, afterEach, beforeEach } from 'vitest'
import { forgetWitnesses, lockTrouble, markWitnesses } from '#tests/support/runs/lock-trouble.ts'

// Notes what is said of locks when a test or a hook fails. A test that was late for a lock is wrong.
beforeEach(markWitnesses)

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await note(task.file.meta)
})

afterAll(async ({}, { file }) => {
  if (file.result?.state === 'fail') await note(file.meta)
  forgetWitnesses()
})

async function note(meta: { locks?: string }): Promise<void> {
  const said = await lockTrouble()
  if (said) meta.locks ??= said
}
