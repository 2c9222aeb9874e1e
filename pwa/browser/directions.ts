/** A Google Maps link to a place, from the phone's position. */
export const directionsTo = ({ name, address }: { name: string; address: string }) =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(`${name}, ${address}`)}`
