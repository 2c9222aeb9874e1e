import { Steps } from '#pwa/ui/steps.tsx'
import * as words from './ordering-words.ts'

/** The steps from the bag to a paid order; `at` counts from 0, the bag. */
export const OrderingSteps = ({ at }: { at: number }) => (
  <Steps label={words.stepsToYourOrder} steps={words.steps} at={at} />
)
