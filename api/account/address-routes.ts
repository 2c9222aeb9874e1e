import Joi from 'joi'
import { addressChangeRules, addressReply, addressRules } from '#api/account/address-rules.ts'
import { addAddress, changeAddress, findAddress, listAddresses, removeAddress } from '#api/account/addresses.ts'
import { userOf } from '#api/http/access.ts'
import { route } from '#api/http/route.ts'
import { page, pageOf } from '#api/http/rules.ts'

const message = Joi.string().required()

export const addressRoutes = [
  route(
    'GET /api/account/addresses',
    {
      summary: "The customer's addresses: the default first, then the newest.",
      access: 'customer',
      query: Joi.object(page()),
      reply: Joi.object({ addresses: pageOf(addressReply) }),
    },
    async ({ session, query }) => ({ addresses: await listAddresses(userOf(session).id, query) }),
  ),

  route(
    'POST /api/account/addresses',
    {
      summary: 'Adds an address; the first becomes the default.',
      access: 'customer',
      status: 201,
      body: addressRules,
      reply: Joi.object({ message, address: addressReply }),
    },
    async ({ session, body }) => ({ message: 'Address added.', address: await addAddress(userOf(session).id, body) }),
  ),

  route(
    'GET /api/account/addresses/:id',
    { summary: "One of the customer's addresses.", access: 'customer', reply: Joi.object({ address: addressReply }) },
    async ({ session, params }) => ({ address: await findAddress(userOf(session).id, params.id) }),
  ),

  route(
    'PATCH /api/account/addresses/:id',
    {
      summary: 'Changes an address.',
      access: 'customer',
      body: addressChangeRules,
      reply: Joi.object({ message, address: addressReply }),
    },
    async ({ session, params, body }) => ({
      message: 'Address updated.',
      address: await changeAddress(userOf(session).id, params.id, body),
    }),
  ),

  route(
    'DELETE /api/account/addresses/:id',
    {
      summary: 'Removes an address; if it was the default, the newest remaining one becomes the default.',
      access: 'customer',
      reply: Joi.object({ message }),
    },
    async ({ session, params }) => {
      await removeAddress(userOf(session).id, params.id)
      return { message: 'Address removed.' }
    },
  ),
]
