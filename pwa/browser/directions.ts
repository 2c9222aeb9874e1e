/** Google's way to a place, from wherever the phone is. */
export const directionsTo = ({ name, address }: { name: string; address: string }) =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(`${name}, ${address}`)}`
