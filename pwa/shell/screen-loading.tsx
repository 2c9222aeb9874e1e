import { Loader } from '#pwa/ui/skeleton.tsx'
import page from '#pwa/ui/page.module.css'

/** The placeholder of the first screen until its chunk has loaded. */
export const ScreenLoading = () => (
  <div className={page.page}>
    <Loader rows={8} height={36} />
  </div>
)
