import type { StaffCategory } from '../shop/catalogue.ts'
import type { FileReply } from '../file-reply.ts'
import type { FitRow } from '../fit.ts'
import type { Page, PageQuery } from '../page.ts'

/**
 * Creates or changes a category. A form carries its pictures as files in `icon_image` and `banner_image`; an empty
 * field, or null in JSON, removes the picture. In a form ids are text, and an empty `parent_id` puts the category at
 * the top.
 */
export interface CategoryInput {
  name?: string
  description?: string | null
  parent_id?: number | string | null
  icon_image?: '' | null
  banner_image?: '' | null
}

export interface CategoryEndpoints {
  'GET /api/staff/categories': { query: PageQuery & { search?: string }; reply: { categories: Page<StaffCategory> } }
  'GET /api/staff/categories/csv': { query: { search?: string }; reply: FileReply }
  /** Orders all categories of one parent, the first first. `as_read`: the order that the screen showed. */
  'PATCH /api/staff/categories': {
    body: { parent_id: number | null; order: number[]; as_read?: number[] }
    reply: { message: string }
  }
  'POST /api/staff/categories': {
    body: CategoryInput & { name: string }
    reply: { message: string; category: StaffCategory }
  }
  'GET /api/staff/categories/:id': { reply: { category: StaffCategory } }
  'POST /api/staff/categories/:id': {
    body: CategoryInput & { updated_at?: string }
    reply: { message: string; category: StaffCategory }
  }
  'GET /api/staff/categories/:id/fit': { reply: { fit: FitRow[] } }
  /** `as_read`: the table that the screen showed. */
  'PATCH /api/staff/categories/:id/fit': {
    body: { rows: FitRow[]; as_read?: FitRow[] }
    reply: { message: string; fit: FitRow[] }
  }
}
