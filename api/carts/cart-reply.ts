import Joi from 'joi'
import { imageReply, sizeReply } from '#api/catalogue/catalogue-replies.ts'
import type { CartChange, CartItem, CartProduct } from '#sync/protocol/shop/cart.ts'

const number = Joi.number().required()
const string = Joi.string().required()
const some = Joi.string().allow('').required()

const productReply = Joi.object<CartProduct, true>({
  id: number,
  slug: string,
  name: string,
  category_id: number,
  retail_price: number,
  discount: number,
  status_code: Joi.string().valid('LIVE', 'INACTIVE').required(),
  images: Joi.array().items(imageReply).required(),
})
const changeReply = Joi.object<CartChange, true>({
  code: Joi.string().valid('price', 'cut', 'short', 'sold_out', 'withdrawn').required(),
  was: number,
  now: number,
})

export const cartItemReply = Joi.object<CartItem, true>({
  id: number,
  quantity: number,
  product_variation_id: number,
  product_variation: Joi.object({
    id: number,
    sku: string,
    size_code: string,
    colour_code: Joi.string().allow(null).required(),
    quantity_in_stock: number,
    size: sizeReply.required(),
    colour: Joi.object({ code: string, name: some }).allow(null).required(),
    retail_price: Joi.number().allow(null).required(),
    discount: Joi.number().allow(null).required(),
    price: number,
    product: productReply.required(),
  }).required(),
  changes: Joi.array().items(changeReply).required(),
  updated_at: string,
})
