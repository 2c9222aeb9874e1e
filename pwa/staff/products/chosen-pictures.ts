import { useState } from 'react'
import { withMore } from './sift-pictures.ts'

/** A picture to send, and the colour that it shows; null: all colours. */
export interface ChosenPicture {
  file: File
  colour: string | null
}

/** Pictures that wait to be sent. A new one shows the colour that is chosen, or the one it was dropped on. */
export function useChosenPictures() {
  const [chosen, set] = useState<readonly ChosenPicture[]>([])
  const [colour, setColour] = useState<string | null>(null)
  const [leftOut, say] = useState<readonly string[]>([])
  const files = chosen.map(({ file }) => file)
  const change = (next: readonly File[], of = colour) =>
    set(next.map(file => chosen.find(each => each.file === file) ?? { file, colour: of }))
  const drop = (more: FileList | null, onto: string | null) => {
    const { all, refused } = withMore(files, more)
    say(refused)
    change(all, onto)
  }
  return { chosen, files, colour, setColour, leftOut, change, drop, keep: set }
}
