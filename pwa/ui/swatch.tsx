import styles from './swatch.module.css'

/** A dot of a colour, given as 6 hex digits. Its name is beside it, or read out if there is no room. */
export const Swatch = ({ code, name, size = 16 }: { code: string; name?: string; size?: number }) => (
  <span className={styles.swatch} style={{ background: `#${code}`, width: size, height: size }} title={name}>
    {name && <span className="visually-hidden">{name}</span>}
  </span>
)
