import type { Sound } from './sounds.ts'

/** Scanning at the till: the camera and the sounds. */

export const scanWithCamera = 'Scan with the camera'
export const done = 'Done'
export const holdBarcode = 'Hold the barcode inside the frame.'
export const noPicture = 'No picture from the camera'

/** Messages by cause. */
export const troubles = {
  refused:
    'This page may not use the camera. Allow it in the browser’s settings for this site, or type the code into the search box.',
  no_camera: 'We couldn’t find a camera on this device. Type the code into the search box, or use a scanner.',
  broken: 'The camera could not start. Close other apps that use it and try again.',
}

export const sounds: Record<Sound, string> = {
  added: 'Item added',
  not_found: 'Code not found',
  sale_done: 'Sale done',
}
