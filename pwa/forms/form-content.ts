/** The whole content of a form as one text; name, size and time identify a file. */
export const contentOf = (form: FormData): string =>
  JSON.stringify(
    [...form].map(([name, value]) => [
      name,
      value instanceof File ? value.name && `${value.name} ${value.size} ${value.lastModified}` : value,
    ]),
  )
