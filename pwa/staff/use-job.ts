import { useQuery } from '@tanstack/react-query'
import { api } from '#pwa/lib/api.ts'
import type { Job } from '#sync/protocol/job.ts'

const EVERY_MS = 700

/** Work in the background, looked after until it is over; undefined until something is known of it. With `null` nothing is looked after. */
export function useJob(id: number | null): Job | undefined {
  const { data } = useQuery({
    queryKey: ['GET /api/staff/jobs/:id', { id }, null],
    queryFn: ({ signal }) => api('GET /api/staff/jobs/:id', { params: { id: id! }, signal }),
    enabled: id !== null,
    staleTime: 0,
    refetchInterval: ({ state }) => isOver(state.data?.job) ? false : EVERY_MS,
  })
  return id === null ? undefined : data?.job
}

/** Whether nothing more will become of it. */
export const isOver = (job: Pick<Job, 'status_code'> | undefined) => job?.status_code === 'DONE' || job?.status_code === 'FAILED'
