import Joi from 'joi'
import { fitReply, staffCategoryReply } from '#api/catalogue/catalogue-replies.ts'
import { categoryTable, findStaffCategory, listStaffCategories } from '#api/catalogue/categories.ts'
import { addCategory, changeCategory, orderCategories } from '#api/catalogue/change-category.ts'
import { readFit, writeFit } from '#api/catalogue/fit.ts'
import { csvRoute } from '#api/lists/csv.ts'
import { route } from '#api/http/route.ts'
import { id, page, pageOf, readAt, sought, text } from '#api/http/rules.ts'
import { pictureForm, picturesOf } from '#api/uploads/picture-form.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import { FIT_MEASURES, type FitMeasure, type FitRow } from '#sync/protocol/fit.ts'
import type { Context } from 'koa'
import { MANAGEMENT, STAFF } from '#sync/protocol/roles.ts'

const message = Joi.string().required()
const told = Joi.object({ message, category: staffCategoryReply.required() })
const length = (measure: FitMeasure) =>
  Joi.number().min(1).max(300).precision(1).allow(null).required().label(FIT_MEASURES[measure])
const fitRow = Joi.object<FitRow, true>({
  size_code: text(20).required().label('Size'),
  waist: length('waist'),
  hip: length('hip'),
  inseam: length('inseam'),
  rise: length('rise'),
})
const fitRows = () => Joi.array().items(fitRow).max(60)
const order = () => Joi.array().items(id()).max(1000)

const noPicture = () => Joi.valid('', null)
const name = () => text(120).label('Name')
const fields = {
  description: text(2000).allow('', null).label('Description'),
  icon_image: noPicture(),
  banner_image: noPicture(),
  parent_id: Joi.alternatives(
    id(),
    Joi.string()
      .pattern(/^[1-9]\d{0,9}$/, 'the number of a category')
      .allow('', null),
  ).label('Parent category'),
}
const newCategory = Joi.object<BodyOf<'POST /api/staff/categories'>>({ name: name().required(), ...fields })
const changedCategory = Joi.object<BodyOf<'POST /api/staff/categories/:id'>>({
  name: name(),
  ...fields,
  updated_at: readAt(),
})
const PICTURES = { icon_image: 1, banner_image: 1 }
const picturesIn = (ctx: Context) => ({
  icon_image: picturesOf(ctx, 'icon_image')[0],
  banner_image: picturesOf(ctx, 'banner_image')[0],
})

export const categoryRoutes = [
  route(
    'GET /api/staff/categories',
    {
      summary: 'Categories in order, each followed by its children.',
      access: STAFF,
      query: Joi.object({ ...page(), search: sought() }),
      reply: Joi.object({ categories: pageOf(staffCategoryReply) }),
    },
    async ({ query }) => ({ categories: await listStaffCategories(query) }),
  ),

  csvRoute(
    'GET /api/staff/categories/csv',
    {
      summary: 'Categories that match the search, as CSV.',
      access: STAFF,
      query: Joi.object({ search: sought() }),
      file: 'categories',
    },
    ({ query }) => categoryTable(query),
  ),

  route(
    'PATCH /api/staff/categories',
    {
      summary:
        'Reorders all categories of one parent, or those without a parent. With as_read, the order that was read, 409 if it has changed.',
      access: MANAGEMENT,
      body: Joi.object<BodyOf<'PATCH /api/staff/categories'>, true>({
        parent_id: id().allow(null).required(),
        order: order().required(),
        as_read: order(),
      }),
      reply: Joi.object({ message }),
    },
    async ({ body }) => {
      await orderCategories(body)
      return { message: 'Positions saved.' }
    },
  ),

  route(
    'POST /api/staff/categories',
    {
      summary: 'Adds a category. A form may include pictures, as JPEG, PNG or WebP, in icon_image and banner_image.',
      access: MANAGEMENT,
      status: 201,
      reader: pictureForm({ rules: newCategory, pictures: PICTURES }),
      body: newCategory,
      reply: told,
    },
    async ({ body, ctx }) => ({ message: 'Category added.', category: await addCategory(body, picturesIn(ctx)) }),
  ),

  route(
    'GET /api/staff/categories/:id',
    { summary: 'One category.', access: STAFF, reply: Joi.object({ category: staffCategoryReply.required() }) },
    async ({ params }) => ({ category: await findStaffCategory(params.id) }),
  ),

  route(
    'POST /api/staff/categories/:id',
    {
      summary:
        'Changes the given members of a category, as a form with pictures or as JSON. An empty picture removes it.',
      access: MANAGEMENT,
      finds: ({ params }) => findStaffCategory(params.id),
      reader: pictureForm({ rules: changedCategory, pictures: PICTURES }),
      body: changedCategory,
      reply: told,
    },
    async ({ params, body, ctx }) => ({
      message: 'Category updated.',
      category: await changeCategory(params.id, body, picturesIn(ctx)),
    }),
  ),

  route(
    'GET /api/staff/categories/:id/fit',
    {
      summary: "A category's own fit table, in centimetres.",
      access: STAFF,
      reply: Joi.object({ fit: Joi.array().items(fitReply).required() }),
    },
    async ({ params }) => ({ fit: await readFit(params.id) }),
  ),

  route(
    'PATCH /api/staff/categories/:id/fit',
    {
      summary:
        "Replaces a category's own fit table; categories below it without one show it too. With as_read, the table that was read, 409 if it has changed.",
      access: MANAGEMENT,
      body: Joi.object<BodyOf<'PATCH /api/staff/categories/:id/fit'>, true>({
        rows: fitRows().required(),
        as_read: fitRows(),
      }),
      reply: Joi.object({ message, fit: Joi.array().items(fitReply).required() }),
    },
    async ({ params, body }) => ({ message: 'Fit table updated.', fit: await writeFit(params.id, body) }),
  ),
]
