import { rmSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { execute, inTransaction, select, selectOne } from '#api/db/database.ts'
import { AppError } from '#api/errors.ts'
import { askedBy, onBehalfOf } from '#api/http/asked-by.ts'
import { log } from '#api/http/log.ts'
import { jobFile } from '#api/jobs/job-files.ts'
import { queueJob, type Work } from '#api/jobs/job-queue.ts'
import { remembered } from '#api/jobs/note-round.ts'
import { claimJob, keepWorking, MOST_BEGUN, workJobs } from '#api/jobs/work-jobs.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aJobWithFile } from '#tests/support/people/jobs.ts'
import { until } from '#tests/support/runs/processes.ts'
import { count, openShop } from '#tests/support/server/shop.ts'
import type { Job, Round } from '#sync/protocol/staff/job.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())
beforeEach(openShop)

const begun: number[] = []
const count_up: Work = async ({ id }, tell) => {
  begun.push(id)
  await tell(1, 2)
  return { counted: 2 }
}
const rowOf = (id: number) =>
  selectOne<{
    status_code: string
    tries: number
    done: number
    total: number
    result: string | null
    error: string | null
  }>('SELECT status_code, tries, done, total, result, error FROM jobs WHERE id = ?', [id])
const hasten = () => execute('UPDATE jobs SET due_at = NOW(3) - INTERVAL 1 SECOND WHERE due_at IS NOT NULL')
beforeEach(() => {
  begun.length = 0
})

describe('a job', () => {
  test('is queued together with what it is about or not at all', async () => {
    await expect(
      inTransaction(async () => {
        await queueJob('count', {}, 7)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await count('jobs')).toBe(0)
    const id = await inTransaction(() => queueJob('count', { of: 'denim' }, 7))
    const inputs: unknown[] = []
    await workJobs({ count: async ({ input, user_id }) => ({ seen: inputs.push([input, user_id]) }) })
    expect(inputs).toEqual([[{ of: 'denim' }, 7]])
    expect(await rowOf(id)).toMatchObject({ status_code: 'DONE', result: '{"seen":1}', error: null })
    expect(await selectOne('SELECT input FROM jobs')).toEqual({ input: '{}' })
  })

  test('runs once, whichever worker comes first', async () => {
    for (let n = 0; n < 30; n++) await queueJob('count', {}, null)
    await Promise.all(Array.from({ length: 6 }, () => workJobs({ count: count_up })))
    expect(begun).toHaveLength(30)
    expect(new Set(begun).size).toBe(30)
    expect(await count('jobs', "status_code = 'DONE' AND tries = 1")).toBe(30)
  })

  test('control: runs on several workers when its row is not claimed', async () => {
    const careless: typeof claimJob = async () => {
      const row = await selectOne<NonNullable<Awaited<ReturnType<typeof claimJob>>>>(
        "SELECT id, kind, user_id, ip, request_id, input, claims, tries FROM jobs WHERE status_code = 'QUEUED' ORDER BY id LIMIT 1",
      )
      if (row) await execute("UPDATE jobs SET status_code = 'RUNNING' WHERE id = ?", [row.id])
      return row
    }
    for (let n = 0; n < 10; n++) await queueJob('count', {}, null)
    await Promise.all(Array.from({ length: 6 }, () => workJobs({ count: count_up }, undefined, careless)))
    expect(begun.length).toBeGreaterThan(10)
  })

  test('is taken over from a silent worker, whose results no longer count', async () => {
    const id = await queueJob('slow', {}, null)
    let finish = () => {}
    const silent = workJobs({
      slow: () =>
        new Promise(done => {
          finish = () => done({ by: 'silent' })
        }),
    })
    await until(async () => (await rowOf(id))?.status_code === 'RUNNING', 'the first worker begins')
    expect(await workJobs({ slow: count_up })).toBe(0)
    await hasten()
    expect(await workJobs({ slow: count_up })).toBe(1)
    finish()
    await silent
    expect(await rowOf(id)).toMatchObject({ status_code: 'DONE', tries: 2, result: '{"counted":2}' })
  })

  test('is not begun a third time when the program stopped twice during it', async () => {
    const id = await queueJob('crash', {}, null)
    for (let n = 0; n < MOST_BEGUN; n++) {
      expect(await claimJob()).toMatchObject({ id })
      await hasten()
    }
    await workJobs({ crash: count_up })
    expect(begun).toEqual([])
    expect(await rowOf(id)).toMatchObject({
      status_code: 'FAILED',
      error: 'The program stopped during this job, which was begun twice. It is not begun again.',
    })
  })

  test('is tried three times, then fails without internal details in its message', async () => {
    const said = vi.spyOn(log, 'error').mockReturnValue()
    const id = await queueJob('wrong', {}, null)
    let tries = 0
    const wrong: Work = async () => {
      tries += 1
      await select('SELECT secret FROM nowhere')
      return {}
    }
    for (let n = 0; n < 5; n++) {
      await workJobs({ wrong })
      await hasten()
    }
    expect(tries).toBe(3)
    const { status_code, error } = (await rowOf(id))!
    expect(status_code).toBe('FAILED')
    expect(error).not.toMatch(/secret|nowhere|SELECT/)
    said.mockRestore()
  })

  test('fails at once with its message when what was asked for is wrong', async () => {
    const id = await queueJob('refuse', {}, null)
    await workJobs({
      refuse: () => Promise.reject(new AppError(422, { code: 'validation', message: 'This is no product file.' })),
    })
    expect(await rowOf(id)).toMatchObject({ status_code: 'FAILED', tries: 1, error: 'This is no product file.' })
  })

  test('counts as done by whoever requested it', async () => {
    const who = { user_id: 7, ip: '127.0.0.9', request_id: 'r-1' }
    await onBehalfOf(who, () => queueJob('ask', {}, 7))
    const seen: unknown[] = []
    await workJobs({ ask: async () => ({ n: seen.push(askedBy()) }) })
    expect(seen).toEqual([expect.objectContaining(who)])
  })

  test('starts at once in the process that queued it, and is put back when that stops', async () => {
    let begin = () => {}
    const hasBegun = new Promise<void>(resolve => {
      begin = resolve
    })
    const endless: Work = async (_, tell) => {
      begin()
      for (let n = 0; ; n++) {
        await tell(n % 10, 10)
        await new Promise(resolve => setTimeout(resolve, 5)) // the work itself
      }
    }
    const stop = keepWorking({ endless, count: count_up })
    const id = await inTransaction(() => queueJob('endless', {}, null))
    await hasBegun
    const short = await queueJob('count', {}, null)
    await until(async () => (await rowOf(short))?.status_code === 'DONE', 'a short job passes the long one')
    await stop()
    expect(await rowOf(id)).toMatchObject({ status_code: 'QUEUED', tries: 0 })
    await workJobs({ endless: count_up })
    expect(await rowOf(id)).toMatchObject({ status_code: 'DONE', tries: 1 })
  })
})

describe('GET /api/staff/jobs', () => {
  const jobOf = async (id: number, token: string) => {
    const reply = await api.send('GET', `/api/staff/jobs/${id}`, { token })
    return { status: reply.status, job: reply.body.job as Job | undefined }
  }

  test('/:id shows progress to its owner and clearance 4, and does not exist for another manager', async () => {
    const [mine, other, admin] = [await aUser('MANAGER'), await aUser('MANAGER'), await aUser('ADMINISTRATOR')]
    const id = await queueJob('count', {}, mine.id)
    expect(await jobOf(id, mine.token)).toMatchObject({
      status: 200,
      job: {
        id,
        kind: 'count',
        status_code: 'QUEUED',
        done: 0,
        total: 0,
        result: null,
        error: null,
        finished_at: null,
      },
    })
    await workJobs({ count: count_up })
    expect((await jobOf(id, admin.token)).job).toMatchObject({
      status_code: 'DONE',
      done: 2,
      total: 2,
      result: { counted: 2 },
      finished_at: expect.any(String),
    })
    expect((await jobOf(id, other.token)).status).toBe(404)
    expect((await jobOf(4_000_000_000, mine.token)).status).toBe(404)
  })

  test('lists all for clearance 4, newest first', async () => {
    const { id: user_id } = await aUser('MANAGER', { name: 'Yaw' })
    const { token } = await aUser('ADMINISTRATOR')
    const [first, second] = [await queueJob('count', {}, user_id), await queueJob('other', {}, null)]
    const ids = async (query: string) =>
      ((await api.send('GET', `/api/staff/jobs${query}`, { token })).body as { jobs?: { data: Job[] } }).jobs?.data.map(
        ({ id }) => id,
      )
    expect(await ids('')).toEqual([second, first])
    expect(await ids('?kind=count')).toEqual([first])
    expect(await ids('?status_code=DONE')).toEqual([])
    const reply = await api.send('GET', '/api/staff/jobs', { token })
    expect(reply.body.jobs).toMatchObject({
      total: 2,
      data: [{ user: null }, { user: { id: user_id, name: 'Yaw' }, tries: 0 }],
    })
  })
})

test("gives the job's file to its owner, under its name, while it is kept", async () => {
  const [mine, other] = [await aUser('MANAGER'), await aUser('MANAGER')]
  const id = await aJobWithFile(mine.id)
  const reply = await api.send('GET', `/api/staff/jobs/${id}/file`, { token: mine.token })
  expect([
    reply.status,
    reply.headers.get('content-type'),
    reply.headers.get('content-disposition'),
    reply.text,
  ]).toEqual([
    200,
    'text/csv; charset=utf-8; header=present',
    'attachment; filename="errors.csv"',
    'line,message\r\n2,No price.\r\n',
  ])
  expect((await api.send('GET', `/api/staff/jobs/${id}/file`, { token: other.token })).status).toBe(404)
  expect(
    (await api.send('GET', `/api/staff/jobs/${await queueJob('count', {}, mine.id)}/file`, { token: mine.token }))
      .status,
  ).toBe(404)
  rmSync(await jobFile(id))
  expect((await api.send('GET', `/api/staff/jobs/${id}/file`, { token: mine.token })).status).toBe(404)
})

describe('a regular round', () => {
  const roundsNow = async () => {
    const { token } = await aUser('ADMINISTRATOR')
    return (await api.send('GET', '/api/staff/jobs', { token })).body.rounds as unknown as Round[]
  }

  test('records its results and since when it fails, without internal details', async () => {
    let isWell = true
    const round = remembered({
      what: 'stocktaking',
      work: async () => {
        if (!isWell) throw new TypeError('SELECT secret')
      },
    })
    await round.work()
    expect(await roundsNow()).toMatchObject([{ name: 'stocktaking', failures: 0, error: null, failed_at: null }])
    isWell = false
    for (let n = 0; n < 2; n++) await expect(round.work()).rejects.toThrow('secret')
    expect(await roundsNow()).toMatchObject([{ failures: 2, error: 'TypeError', failed_at: expect.any(String) }])
    isWell = true
    await round.work()
    expect(await roundsNow()).toMatchObject([{ failures: 0, error: 'TypeError', failed_at: expect.any(String) }])
  })
})
