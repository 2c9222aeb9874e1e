/** A number as it is dialled in Ghana: '024 412 3456'; one from elsewhere stays as it is. */
export const formatPhone = (number: string) => number.replace(/^\+233(\d{2})(\d{3})(\d{4})$/, '0$1 $2 $3')
