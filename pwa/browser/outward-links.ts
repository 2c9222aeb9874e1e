/** A link to a WhatsApp chat with a phone number, with a prepared message. */
export const whatsAppLink = (phone: string, words: string) =>
  `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(words)}`

/** A Google Maps link to a place, from the phone's position. */
export const directionsTo = ({ name, address }: { name: string; address: string }) =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(`${name}, ${address}`)}`
