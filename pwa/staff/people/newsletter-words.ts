export const newsletter = 'Newsletter'
export const readers = (count: string) => `Confirmed addresses: ${count}.`
export const waiting = (count: string) => `Not confirmed yet: ${count}.`
export const download = 'Download addresses'
export const howTo =
  'Download the file just before you send, because people unsubscribe. Put unsubscribe_link into the text, and the last two columns into the headers of each email.'
