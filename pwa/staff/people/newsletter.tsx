import { download } from '#pwa/browser/download.ts'
import { formatCount } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { Unread } from '../kit/unread.tsx'
import { CsvButton } from '../lists/csv-button.tsx'
import * as words from './newsletter-words.ts'

/** How many get the newsletter, and their addresses as a file for the mail program. */
export function NewsletterReaders() {
  const read = useApi('GET /api/staff/newsletter', {}, { page: true, staleTime: 0 })
  const { data, error } = read
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{words.newsletter}</h1>
        {data && data.newsletter.confirmed > 0 && (
          <CsvButton
            words={words.download}
            fetchFile={() => download('GET /api/staff/newsletter/csv', {}, 'newsletter.csv')}
          />
        )}
      </div>
      <Unread of={read} />
      {!data && !error && <Loader rows={2} height={24} />}
      {data && (
        <div className={page.stack}>
          <p className={page.lead}>
            {words.readers(formatCount(data.newsletter.confirmed))}{' '}
            {words.waiting(formatCount(data.newsletter.waiting))}
          </p>
          <p>{words.howTo}</p>
        </div>
      )}
    </div>
  )
}
