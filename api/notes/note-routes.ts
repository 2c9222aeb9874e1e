import Joi from 'joi'
import { userOf } from '#api/http/access.ts'
import { route } from '#api/http/route.ts'
import { page, pageOf } from '#api/http/rules.ts'
import { listNotes, readNote } from '#api/notes/left-notes.ts'
import type { BodyOf, QueryOf } from '#sync/protocol/endpoints.ts'
import type { LeftNote } from '#sync/protocol/endpoints/notes.ts'
import { STAFF } from '#sync/protocol/roles.ts'

const noteReply = Joi.object<LeftNote, true>({
  id: Joi.number().required(),
  text: Joi.string().required(),
  teller: Joi.object({ id: Joi.number().required(), name: Joi.string().required() }).required(),
  till_code: Joi.string().allow(null).required(),
  occurred_at: Joi.string().required(),
  read_by: Joi.string().allow(null).required(),
  read_at: Joi.string().allow(null).required(),
})

export const noteRoutes = [
  route(
    'GET /api/staff/notes',
    {
      summary: "Cashiers' notes to the manager, the newest first.",
      access: STAFF,
      query: Joi.object<QueryOf<'GET /api/staff/notes'>, true>({
        ...page(),
        unread: Joi.boolean().valid(true).truthy('1'),
      }),
      reply: Joi.object({ notes: pageOf(noteReply) }),
    },
    async ({ query }) => ({ notes: await listNotes(query) }),
  ),

  route(
    'PATCH /api/staff/notes/:id',
    {
      summary: 'Marks a note as read.',
      access: STAFF,
      body: Joi.object<BodyOf<'PATCH /api/staff/notes/:id'>, true>({ read: Joi.boolean().valid(true).required() }),
      reply: Joi.object({ message: Joi.string().required(), note: noteReply.required() }),
    },
    async ({ params, session }) => ({
      message: 'Marked as read.',
      note: await readNote(params.id, userOf(session).id),
    }),
  ),
]
