import Joi from 'joi'
import { userOf, userSessionOf } from '#api/http/access.ts'
import { csvRoute } from '#api/lists/csv.ts'
import { Download } from '#api/http/download.ts'
import { route } from '#api/http/route.ts'
import { showsPeople } from '#api/jobs/job-download.ts'
import { id, page, pageOf, sought } from '#api/http/rules.ts'
import { findExport, orderTable, prepareExport } from '#api/orders/export-orders.ts'
import { findOrder, listOrders, orderUsers } from '#api/orders/list-orders.ts'
import { agreeWithRider, noteOnOrder } from '#api/orders/note-on-order.ts'
import {
  deliveryRules,
  exportReply,
  filterQuery,
  listQuery,
  noteRules,
  orderUserReply,
  pickListReply,
  staffOrderReply,
  summaryReply,
  timelineReply,
} from '#api/orders/order-rules.ts'
import { orderTimeline } from '#api/orders/order-timeline.ts'
import { readPickList } from '#api/orders/pick-list.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import { STAFF } from '#sync/protocol/roles.ts'

const orderAlone = Joi.object({ order: staffOrderReply.required() })
const orderAndMessage = Joi.object({ message: Joi.string().required(), order: staffOrderReply.required() })

export const orderRoutes = [
  route(
    'GET /api/staff/orders',
    {
      summary:
        'Orders that match all filters, the newest first; search finds a number, phone, email or name. prepareExport=1 also starts a PDF of all of them.',
      access: STAFF,
      query: listQuery,
      stepUp: ({ query }) => Boolean(query.prepareExport),
      reply: Joi.object({ orders: pageOf(summaryReply), export: exportReply }),
    },
    async ({ query: { prepareExport: wanted, ...query }, session }) => {
      const { page: _, per_page, order_column, order_direction, ...filters } = query
      return {
        orders: await listOrders(query),
        ...(wanted && { export: await prepareExport(filters, userOf(session).id) }),
      }
    },
  ),

  csvRoute(
    'GET /api/staff/orders/csv',
    {
      summary: 'All orders that match the filters, as CSV.',
      access: STAFF,
      stepUp: true,
      query: filterQuery,
      file: 'orders',
    },
    ({ query }) => orderTable(query),
  ),

  route(
    'GET /api/staff/orders/exports/:id',
    {
      summary:
        'The PDF that prepareExport started, for the person who asked for it and management; 202 with its progress until it is ready.',
      access: STAFF,
      stepUp: ({ params, session }) => showsPeople(params.id, userSessionOf(session)),
      reply: Joi.object({ export: exportReply.required() }),
      sends: 'application/pdf',
    },
    async ({ params, session, answer }) => {
      const found = await findExport(params.id, userSessionOf(session))
      if (found instanceof Download) return found
      answer(202)
      return { export: found }
    },
  ),

  route(
    'GET /api/staff/orders/options/users',
    {
      summary: 'People that orders can be filtered by: staff, and customers with orders; search finds a name or email.',
      access: STAFF,
      query: Joi.object<QueryOf<'GET /api/staff/orders/options/users'>, true>({
        ...page(100),
        search: sought(),
        user_id: id(),
      }),
      reply: Joi.object({ users: pageOf(orderUserReply) }),
    },
    async ({ query }) => ({ users: await orderUsers(query) }),
  ),

  route(
    'GET /api/staff/orders/pick-list',
    {
      summary:
        'The pick list: goods to take off the shelf for orders that are paid and not ready, by category, product and size.',
      access: STAFF,
      reply: Joi.object({ pick_list: pickListReply.required() }),
    },
    async () => ({ pick_list: await readPickList() }),
  ),

  route(
    'GET /api/staff/orders/:id',
    { summary: 'One order with its items.', access: STAFF, reply: orderAlone },
    async ({ params }) => ({ order: await findOrder(params.id) }),
  ),

  route(
    'GET /api/staff/orders/:id/timeline',
    {
      summary:
        "An order's timeline, the oldest first: steps, payment attempts, money, letters, stock, changes by staff.",
      access: STAFF,
      reply: Joi.object({ timeline: timelineReply.required() }),
    },
    async ({ params }) => ({ timeline: await orderTimeline(params.id) }),
  ),

  route(
    'PATCH /api/staff/orders/:id/note',
    {
      summary: "Changes staff's note on an order; customers never see it.",
      access: STAFF,
      body: noteRules,
      reply: orderAndMessage,
    },
    async ({ params, body }) => ({ message: 'Note saved.', order: await noteOnOrder(params.id, body) }),
  ),

  route(
    'PATCH /api/staff/orders/:id/delivery',
    {
      summary:
        'Sets the rider who delivers a paid order; in Greater Accra with the fee, in cedis, that the customer pays the rider. The customer sees it.',
      access: STAFF,
      body: deliveryRules,
      reply: orderAndMessage,
    },
    async ({ params, body, session }) => ({
      message: 'Rider saved.',
      order: await agreeWithRider(params.id, { ...body, user_id: userOf(session).id }),
    }),
  ),
]
