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
export const tooLarge = (name: string, megabytes: number) => `${name} is larger than ${megabytes} MB.`
export const tooMany = (most: number, leftOut: readonly string[]) =>
  `You can add at most ${most} at once. Left out: ${leftOut.join(', ')}.`

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
export const colourOf = (what: string) => `Colour of ${what}`
export const allColours = 'All colours'
export const howToColour =
  'Drag a picture onto the colour that it shows, or choose the colour below it. New pictures can be dropped there too.'
export const howToDrop = 'Drop pictures onto the colour that they show, or choose it below.'
export const colourOfNew = 'Colour of the pictures you choose'
export const showsNow = (what: string, colour: string) => `Colour of ${what}: ${colour}`
export const shownWithout = (name: string) => `${name} no longer shows it.`
export const keepIt = 'Keep it'
export const deleteIt = 'Delete'
