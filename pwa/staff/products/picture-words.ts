/** A product's pictures: choosing, ordering, describing and deleting them. */

export const pictures = 'Pictures'
export const choosePictures = 'Choose pictures'
export const whichFit = (atOnce: number, megabytes: number) =>
  `JPEG, PNG or WebP, up to ${atOnce} of ${megabytes} MB each. You can drop them here.`
export const first = 'First: '
export const moveForward = (what: string) => `Move ${what} forward`
export const moveBack = (what: string) => `Move ${what} back`
export const leaveOut = (what: string) => `Leave out ${what}`

export const noPicture = (name: string) => `${name} is not a JPEG, PNG or WebP picture.`
export const tooLarge = (name: string, megabytes: number) => `${name} has more than ${megabytes} MB.`
export const tooMany = (most: number, leftOut: readonly string[]) =>
  `${most} at once are the most; left out: ${leftOut.join(', ')}.`

export const onePictureAdded = '1 picture added.'
export const picturesAdded = (count: number) => `${count} pictures added.`
export const addPictures = 'Add pictures'
export const addProductImages = 'Add Product Images'

export const none = 'No pictures yet. The first one is the main picture.'

export const howToOrder = 'Drag pictures to reorder them, or use the arrows. The first is the main picture.'
export const placed = (at: number, of: number) => `Picture ${at} of ${of}`

export const called = (number: number) => `picture ${number}`
export const deletePicture = (what: string) => `Delete ${what}`
export const askDelete = (what: string) => `Delete ${what}?`
export const saved = 'Saved.'
export const changedMeanwhile = (theirs: string) => `Someone changed this to “${theirs}”. Press Enter to replace it.`
export const whatItShows = (what: string) => `What ${what} shows`
export const shownWithout = (name: string) => `${name} is shown without it from now on.`
export const keepIt = 'Keep it'
export const deleteIt = 'Delete'
