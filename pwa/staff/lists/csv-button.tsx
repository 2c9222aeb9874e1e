import Download from 'lucide-react/icons/download'
import { useTransition } from 'react'
import { ApiError } from '#pwa/lib/api-error.ts'
import { say } from '#pwa/lib/notice.ts'
import { Button } from '#pwa/ui/button.tsx'
import * as listWords from './list-words.ts'

interface Props {
  /** Fetches and saves the file, as `download` does. */
  fetchFile: () => Promise<void>
  words?: string
}

/** Saves all rows that match the filters, of all pages, as a file. */
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
