import Share from 'lucide-react/icons/share-2'
import { Button } from '#pwa/ui/button.tsx'
import * as words from './product-words.ts'

/** Shares this page: through the device's own sheet or, without one, by WhatsApp. */
export const ShareButton = ({ title }: { title: string }) => (
  <Button type="button" kind="quiet" icon={<Share size={20} aria-hidden />} onClick={() => void share(title)}>
    {words.share}
  </Button>
)

async function share(title: string): Promise<void> {
  const url = location.origin + location.pathname
  if ('share' in navigator) await navigator.share({ title, url }).catch(ignoreAbort)
  else open(`https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`, '_blank', 'noreferrer')
}

/** Closing the sheet without sharing is not an error. */
function ignoreAbort(error: unknown): void {
  if (!(error instanceof DOMException)) throw error
}
