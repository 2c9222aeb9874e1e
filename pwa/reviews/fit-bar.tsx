import { FITS, type Fit } from '#sync/protocol/shop/review.ts'
import styles from './reviews.module.css'
import * as words from './review-words.ts'

/** How many found it small, true to size or large, with a bar each. Nothing if nobody said. */
export function FitBar({ fit }: { fit: Record<Fit, number> }) {
  const codes = Object.keys(FITS) as Fit[]
  const said = codes.reduce((sum, code) => sum + fit[code], 0)
  if (said === 0) return null
  return (
    <dl className={styles.fit} aria-label={words.howItFits}>
      {codes.map(code => (
        <div key={code}>
          <dt>{words.fits[code]}</dt>
          <dd>
            <meter min={0} max={said} value={fit[code]} aria-hidden /> {fit[code]}
          </dd>
        </div>
      ))}
    </dl>
  )
}
