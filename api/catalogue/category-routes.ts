import Joi from 'joi'
import { categoryReply } from '#api/catalogue/catalogue-replies.ts'
import { findCategory, listCategories } from '#api/catalogue/categories.ts'
import { route } from '#api/http/route.ts'
import { page, pageOf } from '#api/http/rules.ts'

export const categoryRoutes = [
  route('GET /api/staff/categories', {
    summary: 'Categories by name.', access: 3, query: Joi.object(page()), reply: Joi.object({ categories: pageOf(categoryReply) }),
  }, async ({ query }) => ({ categories: await listCategories(query) })),

  route('GET /api/staff/categories/:id', {
    summary: 'One category.', access: 3, reply: Joi.object({ category: categoryReply.required() }),
  }, async ({ params }) => ({ category: await findCategory(params.id) })),
]
