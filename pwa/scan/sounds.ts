import { getDefaultStore } from 'jotai'
import { atomWithStorage } from 'jotai/utils'

export type Sound = 'added' | 'not_found' | 'sale_done'
export type SoundSwitches = Record<Sound, boolean>

/** Which sounds this till makes; stored in the browser. */
export const soundSwitches = atomWithStorage<SoundSwitches>(
  'till-sounds',
  { added: true, not_found: true, sale_done: true },
  undefined,
  { getOnInit: true },
)

/** Whether this till also vibrates; stored in the browser. */
export const vibrates = atomWithStorage('till-vibration', true, undefined, { getOnInit: true })

/** In ms: on, off, on. */
const TREMORS: Record<Sound, number[]> = { added: [25], not_found: [80, 60, 80], sale_done: [30, 40, 60] }

const VOLUME = 0.05

/** Frequency in Hz, start and length in s. */
const NOTES: Record<Sound, { hertz: number; from: number; lasts: number }[]> = {
  added: [{ hertz: 1320, from: 0, lasts: 0.09 }],
  not_found: [
    { hertz: 330, from: 0, lasts: 0.16 },
    { hertz: 247, from: 0.18, lasts: 0.24 },
  ],
  sale_done: [
    { hertz: 784, from: 0, lasts: 0.1 },
    { hertz: 1047, from: 0.11, lasts: 0.18 },
  ],
}

let output: AudioContext | null = null

/**
 * Plays a sound unless it is switched off, once the screen has updated. Silent in a browser without sound, or one that
 * does not allow it yet.
 */
export function play(sound: Sound) {
  // Before the first touch, browsers refuse to and complain.
  if (getDefaultStore().get(vibrates) && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TREMORS[sound])
  if (!getDefaultStore().get(soundSwitches)[sound] || typeof AudioContext === 'undefined') return
  // The first sound opens the audio device, which may take longer than a frame.
  setTimeout(() => singOut(sound))
}

function singOut(sound: Sound) {
  output ??= new AudioContext()
  // Browsers suspend sound until the first touch; the promise stays pending until they allow it.
  if (output.state === 'suspended') void output.resume()
  for (const note of NOTES[sound]) sing(output, note)
}

function sing(audio: AudioContext, { hertz, from, lasts }: { hertz: number; from: number; lasts: number }) {
  const start = audio.currentTime + from
  const tone = audio.createOscillator()
  const gain = audio.createGain()
  tone.frequency.value = hertz
  gain.gain.setValueAtTime(VOLUME, start)
  // A tone that stops at full volume clicks.
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts)
  tone.connect(gain).connect(audio.destination)
  tone.start(start)
  tone.stop(start + lasts)
}
