import * as pictureWords from './picture-words.ts'

export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp'
/** The most pictures of one form. */
export const MOST_AT_ONCE = 12
export const MOST_MEGABYTES = 12

/** Identifies a file: the same one may be chosen, or dropped, again. */
export const nameOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`

/** All files that can be sent, and a message for each new one that cannot. */
export function withMore(files: readonly File[], more: FileList | null): { all: File[]; refused: string[] } {
  const known = new Set(files.map(nameOf))
  const { fit, refused } = sifted(
    [...(more ?? [])].filter(file => !known.has(nameOf(file))),
    MOST_AT_ONCE - files.length,
  )
  return { all: [...files, ...fit], refused }
}

/** The files that can be sent, and a message for each other file. */
function sifted(files: readonly File[], room: number): { fit: File[]; refused: string[] } {
  const reasonOf = ({ name, type, size }: File) =>
    !PICTURE_TYPES.split(',').includes(type)
      ? pictureWords.noPicture(name)
      : size > MOST_MEGABYTES * 1024 * 1024
        ? pictureWords.tooLarge(name, MOST_MEGABYTES)
        : null
  const pictures = files.filter(file => reasonOf(file) === null)
  const refused = files.flatMap(file => reasonOf(file) ?? [])
  const over = pictures.slice(Math.max(0, room)).map(({ name }) => name)
  if (over.length > 0) refused.push(pictureWords.tooMany(MOST_AT_ONCE, over))
  return { fit: pictures.slice(0, Math.max(0, room)), refused }
}
