import { useAtom } from 'jotai'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useState } from 'react'
import { IconButton } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import * as scanWords from '#pwa/scan/scan-words.ts'
import { soundSwitches, vibrates, type Sound } from '#pwa/scan/sounds.ts'
import { deviceOptions, useGrid } from './device-options.ts'
import styles from './device-settings.module.css'
import * as words from './till-words.ts'

/** What each device has for itself: its sounds, and how it lays out the counter. */
export function DeviceSettings() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label={words.thisDevice}
        icon={<SlidersHorizontal size={20} aria-hidden />}
        onClick={() => setOpen(true)}
      />
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={words.thisDevice}>
        <Layout />
        <Sounds />
      </Dialog>
    </>
  )
}

function Layout() {
  const [options, change] = useAtom(deviceOptions)
  const hasGrid = useGrid()
  return (
    <fieldset className={styles.group}>
      <legend>{words.layout}</legend>
      <Choice
        label={words.leftHanded}
        checked={options.is_left_handed}
        onChange={is_left_handed => change({ ...options, is_left_handed })}
      />
      <Choice label={words.oneTouch} checked={hasGrid} onChange={has_grid => change({ ...options, has_grid })} />
    </fieldset>
  )
}

function Sounds() {
  const [switches, change] = useAtom(soundSwitches)
  const [isVibrating, setVibrating] = useAtom(vibrates)
  return (
    <fieldset className={styles.group}>
      <legend>{words.sounds}</legend>
      {(Object.keys(scanWords.sounds) as Sound[]).map(sound => (
        <Choice
          key={sound}
          label={scanWords.sounds[sound]}
          checked={switches[sound]}
          onChange={isOn => change({ ...switches, [sound]: isOn })}
        />
      ))}
      {'vibrate' in navigator && <Choice label={words.vibrate} checked={isVibrating} onChange={setVibrating} />}
    </fieldset>
  )
}

interface ChoiceProps {
  label: string
  checked: boolean
  onChange: (isOn: boolean) => void
}

const Choice = ({ label, checked, onChange }: ChoiceProps) => (
  <label className={styles.choice}>
    <input type="checkbox" checked={checked} onChange={event => onChange(event.target.checked)} />
    {label}
  </label>
)
