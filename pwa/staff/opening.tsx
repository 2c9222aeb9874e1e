import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { Unread, type Read } from './kit/unread.tsx'

interface Props {
  /** The page's subject, such as 'Coupon', and its back link. */
  title: string
  back: string
  read: Read
  rows?: number
}

/** A page whose row is loading, or could not load. */
export const Opening = ({ title, back, read, rows = 6 }: Props) => (
  <div className={page.page}>
    {read.error ? <Unread of={read} title={title} back={back} /> : <Loader rows={rows} height={44} />}
  </div>
)
