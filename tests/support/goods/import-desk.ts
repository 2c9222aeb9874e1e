import { jobKinds } from '#api/job-kinds.ts'
import { workJobs } from '#api/jobs/work-jobs.ts'
import type { ImportLine, OpenedImport } from '#sync/protocol/staff/import.ts'
import type { Page } from '#sync/protocol/page.ts'
import type { Api } from '#tests/support/server/api.ts'

const { 'rehearse-import': rehearse, 'apply-import': apply } = jobKinds
/** Without pictures, which would be fetched from the web. */
export const IMPORT_KINDS = {
  'rehearse-import': rehearse!,
  'apply-import': apply!,
  'fetch-pictures': () => Promise.resolve({}),
}

/** A form with one product file. */
export function aFileForm(content: string | Buffer, name: string): FormData {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(Buffer.from(content as string))], { type: 'text/csv' }), name)
  return body
}

/** The requests of the import screens, over HTTP; `at` gives the current server and user. */
export function importDesk(at: () => { api: Api; token: string }) {
  const send = (method: string, path: string, body?: unknown) => {
    const { api, token } = at()
    return api.send(method, `/api/staff/imports${path}`, { token, body })
  }
  return {
    async open(content: string | Buffer, name = 'goods of May.csv') {
      const reply = await send('POST', '', aFileForm(content, name))
      return {
        status: reply.status,
        body: reply.body,
        opened: (reply.body as unknown as { import: OpenedImport }).import,
      }
    },
    ask: async (id: number) => ((await send('GET', `/${id}`)).body as unknown as { import: OpenedImport }).import,
    lines: async (id: number, query = '') =>
      ((await send('GET', `/${id}/lines${query}`)).body as unknown as { lines: Page<ImportLine> }).lines,
    check: (id: number, said?: object) => send('POST', `/${id}/check`, said),
    apply: (id: number) => send('POST', `/${id}/apply`),
    mistakes: (id: number) => send('GET', `/${id}/mistakes/csv`),
    /** Runs the waiting jobs. */
    work: () => workJobs(IMPORT_KINDS),
  }
}
