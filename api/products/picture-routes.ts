import Joi from 'joi'
import { staffProductReply } from '#api/catalogue/catalogue-replies.ts'
import { userOf } from '#api/http/access.ts'
import { route } from '#api/http/route.ts'
import { id, text } from '#api/http/rules.ts'
import { queuePictures } from '#api/import/fetch-pictures.ts'
import { requireProduct } from '#api/products/lock-product.ts'
import {
  addProductPictures,
  describePicture,
  orderPictures,
  removePicture,
  tryPictureAgain,
} from '#api/products/product-pictures.ts'
import { pictureForm, picturesOf } from '#api/uploads/picture-form.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import { STAFF } from '#sync/protocol/roles.ts'

const order = () => Joi.array().items(id()).max(250)
const alt = () => text(255).allow('', null).label('What it shows')
const colour = () => text(6).uppercase().allow(null)
const newPictures = Joi.object<BodyOf<'POST /api/staff/products/:id/images'>, true>({ colour_code: colour() })
const told = Joi.object({ message: Joi.string().required(), product: staffProductReply.required() })

export const pictureRoutes = [
  route(
    'POST /api/staff/products/:id/images',
    {
      summary:
        "Adds up to twelve pictures, as JPEG, PNG or WebP, in images, to a colour of the product or to all. They are stored upright, in four widths, without the camera's data.",
      access: STAFF,
      status: 201,
      finds: ({ params }) => requireProduct(params.id),
      reader: pictureForm({ fields: newPictures, pictures: { images: 12 } }),
      body: newPictures,
      reply: told,
    },
    async ({ params, body, ctx }) => {
      const pictures = picturesOf(ctx, 'images')
      const product = await addProductPictures(params.id, pictures, body.colour_code)
      return { message: pictures.length === 1 ? 'Picture added.' : `${pictures.length} pictures added.`, product }
    },
  ),

  route(
    'PATCH /api/staff/products/:id/images',
    {
      summary:
        'Reorders all pictures of a product; the first is its main picture. With as_read, the order that was read, 409 if it has changed.',
      access: STAFF,
      body: Joi.object<BodyOf<'PATCH /api/staff/products/:id/images'>, true>({
        order: order().required(),
        as_read: order(),
      }),
      reply: told,
    },
    async ({ params, body }) => ({ message: 'Positions saved.', product: await orderPictures(params.id, body) }),
  ),

  route(
    'PATCH /api/staff/products/:id/images/:imageId',
    {
      summary:
        "Sets a picture's description for people who cannot see it, or the colour that it shows; null stands for all colours. With as_read, the description that was read, 409 if it has changed.",
      access: STAFF,
      body: Joi.object<BodyOf<'PATCH /api/staff/products/:id/images/:imageId'>, true>({
        alt: alt(),
        as_read: alt(),
        colour_code: colour(),
      }).or('alt', 'colour_code'),
      reply: told,
    },
    async ({ params, body }) => ({
      message: body.colour_code === undefined ? 'Description saved.' : 'Colour saved.',
      product: await describePicture(params.id, params.imageId, body),
    }),
  ),

  route(
    'POST /api/staff/products/:id/images/:imageId/fetch',
    {
      summary: 'Retries, in the background, a picture that could not be fetched from its address.',
      access: STAFF,
      reply: told,
    },
    async ({ params, session }) => {
      const product = await tryPictureAgain(params.id, params.imageId)
      await queuePictures(userOf(session).id)
      return { message: 'We are fetching the picture again.', product }
    },
  ),

  route(
    'DELETE /api/staff/products/:id/images/:imageId',
    { summary: 'Removes a picture from its product.', access: STAFF, reply: told },
    async ({ params }) => ({ message: 'Picture deleted.', product: await removePicture(params.id, params.imageId) }),
  ),
]
