import { beforeAll, vi } from 'vitest'

const PATIENCE_MS = 8_000

// Something may take longer than a second to happen, or to be shown, while the other processor is busy with other tests.
const waitFor = vi.waitFor.bind(vi)
vi.waitFor = (isSo, options) => waitFor(isSo, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options })

beforeAll(async () => {
  if (typeof document === 'undefined') return
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: PATIENCE_MS })
})
