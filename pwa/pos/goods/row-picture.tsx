import type { SyntheticEvent } from 'react'
import { pictureAt } from '#sync/protocol/shop/catalogue.ts'
import styles from './row-picture.module.css'

/** A product's small picture, or its empty place. */
export const RowPicture = ({ picture }: { picture: string | null }) =>
  picture ? (
    <img
      key={picture}
      className={styles.picture}
      src={pictureAt(picture, 160)}
      alt=""
      width={56}
      height={70}
      loading="lazy"
      decoding="async"
      onError={leaveBlank}
    />
  ) : (
    <span className={styles.picture} aria-hidden />
  )

/** Offline, a picture that was never loaded stays a plain background. */
const leaveBlank = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => currentTarget.removeAttribute('src')
