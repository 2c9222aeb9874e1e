import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { Unread } from './list-screen.tsx'

interface Props {
  /** What the page is about, such as 'Coupon', and where it leads back to. */
  title: string
  back: string
  read: { error: Error | null; refetch: () => unknown }
  rows?: number
}

/** A page whose row is not here yet, or could not be read. */
export const Opening = ({ title, back, read: { error, refetch }, rows = 6 }: Props) => (
  <div className={page.page}>{error ? <Unread title={title} back={back} message={error.message} again={() => void refetch()} /> : <Loader rows={rows} height={44} />}</div>
)
