/** What the shop does with personal data: the Data Protection Act, 2012 (Act 843). */

export const privacyPolicy = 'Privacy policy'
export const lead = (seller: string) =>
  `${seller} keeps what it needs to sell to you, and nothing else. This page says what, why, and what you can ask for under Ghana’s Data Protection Act, 2012 (Act 843).`

export const whatWeKeep = 'What we keep, and why'
export const kept = [
  'Your name, phone, email and delivery address: to deliver your order and to call you about it.',
  'Your orders, payments and returns: for our books, as the tax law requires.',
  'The mobile money number you pay with: to send the payment request.',
  'Photos and notes you send with a return: to assess it.',
  'In the shop: your name and phone, only if you give them for a receipt.',
  'Your password, which we keep as a hash that nobody can read back.',
  'Your wishlist, bag and saved addresses: until you remove them or delete your account.',
  'An account without a confirmed email address and without an order: 30 days.',
  'Gift cards: the amount, and the last four characters of the code. Not who bought it or who has it.',
  'Your alerts, with your email or your browser’s notification address: until you turn them off, six months at most.',
  'Your email for the newsletter, if you confirmed it: until you unsubscribe.',
  'Searches that found nothing: the words for 90 days, without who searched.',
  'Emails on their way to you: we delete the text once it is sent.',
  'Your internet address when you use the shop, for a short time: to prevent abuse.',
  'Encrypted backups: what you delete stays in them until newer ones replace them.',
]
export const whatOthersSee = 'What is public'
export const shown = [
  'A review shows your first name, the first letter of your last name, your size, and your pictures. We read it first.',
  'It is shown until you delete it: open the order, then Delete review. You can also remove one picture.',
  'If you delete your account, we remove your name and your pictures from your reviews.',
  'A link to pay shows your first name, the items and the total, until the time to pay runs out.',
  'A link to your wishlist shows your first name and what you saved. It works until you turn it off on the wishlist.',
]
export const messages = 'Emails and notifications'
export const sent = [
  'We email you about your orders and returns without asking.',
  'We ask before we send the newsletter or alerts. You confirm your email with a link.',
  'Each of these emails has an unsubscribe link. It works without signing in.',
  'Notifications go to the browser you allowed them in. Each has a Turn off button, and you can block them in the browser.',
]
export const onThisDevice = 'What stays on your device'
export const device =
  'The products you looked at, your delivery region, your searches and your measurements stay in your browser. We never see them as a list. We use no advertising cookies or trackers.'
export const whoElse = 'Who else sees it'
export const others = [
  'Paystack handles your payment. Card and wallet details never reach us.',
  'The rider or the bus company gets your name, phone and address.',
  'WhatsApp gets what you write to us there. Nothing goes there before you press Send.',
  'Your browser’s push service carries notifications, sealed so that it cannot read them.',
  'We never sell your data.',
]
export const yourRights = 'Your rights'
export const rights = [
  'See everything we keep about you, and correct it.',
  'Download it, or delete your account: both are under Your details.',
  'Object to a use of your data, or withdraw your consent.',
  'Complain to the Data Protection Commission of Ghana.',
]
export const yourDetails = 'Your details'
export const whoIsResponsible = 'Who is responsible'
export const registered = (number: string) => `Registered with the Data Protection Commission: ${number}.`
export const ask = 'Ask us about your data'
