import { link, small, words, type Letter, type OffLinks } from '#api/mail/letter.ts'

/** Asks whether the owner of the address wants the newsletter. */
export const confirmNewsletterLetter = (shop: string, confirm: string, off: OffLinks): Letter => ({
  subject: `${shop}: confirm your newsletter`,
  title: 'Do you want our newsletter?',
  pieces: [
    words('Someone asked us to send our newsletter to this address. If it was you, please confirm:'),
    link('Yes, send it to me', confirm),
    small('If it was not you, ignore this email. We will not send you the newsletter.'),
  ],
  off,
})
