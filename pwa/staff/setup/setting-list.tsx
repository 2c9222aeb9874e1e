import { settingOf } from '#sync/protocol/settings.ts'
import { EntityRows } from './entity-list.tsx'
import styles from './setup.module.css'

const CELLS: Parameters<typeof EntityRows>[0]['cells'] = {
  name: ({ name }) => {
    const { label } = settingOf(String(name))
    return label === name ? (
      label
    ) : (
      <span className={styles.known}>
        {label}
        <small>{String(name)}</small>
      </span>
    )
  },
}

export const SettingList = () => <EntityRows path="settings" cells={CELLS} />
