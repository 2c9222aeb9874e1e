import { vi } from 'vitest'
import { growPatient } from '#tests/support/patience.ts'
import { browserLimits } from '#tests/support/suite/limits.ts'

// The first of a file's set-up, so that whatever is made after it has the new limits.
growPatient()
vi.setConfig(browserLimits())
