import type { Page } from '#sync/protocol/endpoints.ts'

interface Asked { page?: number; per_page?: number }

/** The window of a list as LIMIT and OFFSET. */
export const windowOf = ({ page = 1, per_page = 12 }: Asked) => ({ limit: per_page, offset: (page - 1) * per_page })

/** A list reply; a page past the end is empty, and there is always a first page. */
export const paged = <Row>(data: Row[], total: number, { page = 1, per_page = 12 }: Asked): Page<Row> =>
  ({ data, total, last_page: Math.max(1, Math.ceil(total / per_page)), current_page: page, per_page })
