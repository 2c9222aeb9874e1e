/** A WhatsApp chat with a phone that begins with these words. */
export const whatsAppLink = (phone: string, words: string) =>
  `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(words)}`
