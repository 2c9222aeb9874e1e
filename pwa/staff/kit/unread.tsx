import { ButtonLink } from '#pwa/ui/button.tsx'
import page from '#pwa/ui/page.module.css'
import { LoadError } from '#pwa/ui/load-error.tsx'
import styles from '../lists/list-screen.module.css'
import * as words from './kit-words.ts'

/** A request to the server: its last reply, and its latest error. */
export interface Read {
  data: unknown
  error: { message: string } | null
  refetch: () => unknown
}

interface UnreadProps {
  of: Read | readonly Read[]
  /** The title and back link of a page that has none yet. */
  title?: string
  back?: string
}

/**
 * Says what could not load, with a button to retry; if everything loaded before, says that the data is old. Nothing if
 * everything loaded.
 */
export function Unread({ of, title, back = '' }: UnreadProps) {
  const reads: readonly Read[] = [of].flat()
  const failed = reads.filter(({ error }) => error)
  const message = failed[0]?.error?.message
  if (message === undefined) return null
  const isOld = reads.every(({ data }) => data !== undefined)
  return (
    <>
      {title && !isOld && (
        <div className={page.head}>
          <h1>{title}</h1>
          <ButtonLink to={back} kind="secondary">
            {words.goBack}
          </ButtonLink>
        </div>
      )}
      <div className={isOld ? styles.old : undefined}>
        <LoadError
          what={isOld ? words.whatIsNew : words.whatIsHere}
          message={message}
          again={() => {
            for (const read of failed) void read.refetch()
          }}
        />
      </div>
    </>
  )
}
