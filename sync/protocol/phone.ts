/** A Ghanaian number as people dial it: '024 412 3456'. Foreign numbers stay unchanged. */
export const formatPhone = (number: string) => number.replace(/^\+233(\d{2})(\d{3})(\d{4})$/, '0$1 $2 $3')
