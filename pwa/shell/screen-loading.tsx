import { Loader } from '#pwa/ui/skeleton.tsx'
import page from '#pwa/ui/page.module.css'

/** Stands where the first screen will be until its chunk is here. */
export const ScreenLoading = () => (
  <div className={page.page}>
    <Loader rows={8} height={36} />
  </div>
)
