import Download from 'lucide-react/icons/download'
import { useTransition } from 'react'
import { ApiError } from '#pwa/lib/api-error.ts'
import { say } from '#pwa/lib/notice.ts'
import { Button } from '#pwa/ui/button.tsx'
import * as listWords from './list-words.ts'

interface Props {
  /** Fetches the file and has it saved, as `download` does. */
  fetchFile: () => Promise<void>
  words?: string
}

/** Saves what the filter shows, all pages of it, as a file. */
export function CsvButton({ fetchFile, words = listWords.downloadCsv }: Props) {
  const [busy, start] = useTransition()
  const save = () =>
    start(() =>
      fetchFile().catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        say({ words: error.message, kind: 'bad' })
      }),
    )
  return (
    <Button type="button" kind="secondary" icon={<Download size={20} aria-hidden />} busy={busy} onClick={save}>
      {words}
    </Button>
  )
}
