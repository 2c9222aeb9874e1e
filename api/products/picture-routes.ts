import Joi from 'joi'
import { staffProductReply } from '#api/catalogue/catalogue-replies.ts'
import { userOf } from '#api/http/access.ts'
import { route } from '#api/http/route.ts'
import { id, text } from '#api/http/rules.ts'
import { queuePictures } from '#api/import/fetch-pictures.ts'
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
const told = Joi.object({ message: Joi.string().required(), product: staffProductReply.required() })

export const pictureRoutes = [
  route(
    'POST /api/staff/products/:id/images',
    {
      summary:
        'Adds pictures, as JPEG, PNG or WebP in images, twelve at once at most. They are made anew: upright, in four widths, without what the camera wrote into them.',
      access: STAFF,
      status: 201,
      reader: pictureForm({ pictures: { images: 12 } }),
      reply: told,
    },
    async ({ params, ctx }) => {
      const pictures = picturesOf(ctx, 'images')
      const product = await addProductPictures(params.id, pictures)
      return { message: pictures.length === 1 ? 'Picture added.' : `${pictures.length} pictures added.`, product }
    },
  ),

  route(
    'PATCH /api/staff/products/:id/images',
    {
      summary:
        'Puts all pictures of a product into another order, the first of which stands for it. With as_read, the order that was read, 409 where it is another meanwhile.',
      access: STAFF,
      body: Joi.object<BodyOf<'PATCH /api/staff/products/:id/images'>, true>({
        order: order().required(),
        as_read: order(),
      }),
      reply: told,
    },
    async ({ params, body }) => ({ message: 'Order saved.', product: await orderPictures(params.id, body) }),
  ),

  route(
    'PATCH /api/staff/products/:id/images/:imageId',
    {
      summary:
        'Says what a picture shows, for those who do not see it. With as_read, what it said when it was read, 409 where that is another meanwhile.',
      access: STAFF,
      body: Joi.object<BodyOf<'PATCH /api/staff/products/:id/images/:imageId'>, true>({
        alt: alt().required(),
        as_read: alt(),
      }),
      reply: told,
    },
    async ({ params, body }) => ({
      message: 'Description saved.',
      product: await describePicture(params.id, params.imageId, body),
    }),
  ),

  route(
    'POST /api/staff/products/:id/images/:imageId/fetch',
    {
      summary: 'Has a picture that could not be fetched from its address tried again, in the background.',
      access: STAFF,
      reply: told,
    },
    async ({ params, session }) => {
      const product = await tryPictureAgain(params.id, params.imageId)
      await queuePictures(userOf(session).id)
      return { message: 'The picture is fetched again.', product }
    },
  ),

  route(
    'DELETE /api/staff/products/:id/images/:imageId',
    { summary: 'Takes a picture away from its product.', access: STAFF, reply: told },
    async ({ params }) => ({ message: 'Picture deleted.', product: await removePicture(params.id, params.imageId) }),
  ),
]
