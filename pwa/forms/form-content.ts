/** All that a form holds, as one text; a file is told from others by its name, size and moment. */
export const contentOf = (form: FormData): string =>
  JSON.stringify(
    [...form].map(([name, value]) => [
      name,
      value instanceof File ? value.name && `${value.name} ${value.size} ${value.lastModified}` : value,
    ]),
  )
