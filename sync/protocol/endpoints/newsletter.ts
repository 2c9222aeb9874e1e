import type { FileReply } from '../file-reply.ts'

/** How many addresses get the newsletter, and how many have not confirmed yet. */
export interface NewsletterCounts {
  confirmed: number
  waiting: number
}

export interface NewsletterEndpoints {
  'POST /api/newsletter': { body: { email: string }; reply: { message: string } }
  'POST /api/newsletter/confirm/:token': { reply: { message: string } }
  'POST /api/newsletter/off/:token': { reply: { message: string } }
  'GET /api/staff/newsletter': { reply: { newsletter: NewsletterCounts } }
  'GET /api/staff/newsletter/csv': { reply: FileReply }
}
