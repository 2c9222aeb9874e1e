import { ButtonLink } from '#pwa/ui/button.tsx'
import page from '#pwa/ui/page.module.css'
import { LoadError } from '#pwa/ui/load-error.tsx'
import styles from '../lists/list-screen.module.css'
import * as words from './kit-words.ts'

/** Something asked of the server: what came last of it, and why nothing came since. */
export interface Read {
  data: unknown
  error: { message: string } | null
  refetch: () => unknown
}

interface UnreadProps {
  of: Read | readonly Read[]
  /** Of a page that has none yet, and where it leads back to. */
  title?: string
  back?: string
}

/**
 * Says what could not be read, and reads it again when asked to; where all of it was read before, that what is shown is
 * old. Nothing where all came.
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
