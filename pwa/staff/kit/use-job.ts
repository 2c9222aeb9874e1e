import { useQuery } from '@tanstack/react-query'
import { isMissing } from '#pwa/lib/api-error.ts'
import { api } from '#pwa/lib/api.ts'
import type { Job } from '#sync/protocol/staff/job.ts'

const EVERY_MS = 700

/**
 * Follows a background job until it ends; no job until it has loaded, and the error if it cannot be read. `null`
 * follows nothing.
 */
export function useJob(id: number | null): { job: Job | undefined; error: Error | null } {
  const { data, error } = useQuery({
    queryKey: ['GET /api/staff/jobs/:id', { id }, null],
    queryFn: ({ signal }) => api('GET /api/staff/jobs/:id', { params: { id: id! }, signal }),
    enabled: id !== null,
    staleTime: 0,
    refetchInterval: ({ state }) => (isOver(state.data?.job) || isMissing(state.error) ? false : EVERY_MS),
  })
  return id === null ? { job: undefined, error: null } : { job: data?.job, error }
}

/** Whether the job has ended. */
export const isOver = (job: Pick<Job, 'status_code'> | undefined) =>
  job?.status_code === 'DONE' || job?.status_code === 'FAILED'
