/** A link to a WhatsApp chat with a phone number, with a prepared message. */
export const whatsAppLink = (phone: string, words: string) =>
  `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(words)}`
