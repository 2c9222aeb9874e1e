import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { Unread, type Read } from './kit/unread.tsx'

interface Props {
  /** What the page is about, such as 'Coupon', and where it leads back to. */
  title: string
  back: string
  read: Read
  rows?: number
}

/** A page whose row is not here yet, or could not be read. */
export const Opening = ({ title, back, read, rows = 6 }: Props) => (
  <div className={page.page}>
    {read.error ? <Unread of={read} title={title} back={back} /> : <Loader rows={rows} height={44} />}
  </div>
)
