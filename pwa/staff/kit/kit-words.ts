/** Words of every form in the back office: leaving it, sending it, other users' changes, and its history. */

export const goBack = 'Go Back'

export const whatIsNew = 'The latest version'
export const whatIsHere = 'This'

export const addOne = (one: string) => `Add ${one}`

export const sendKey = 'Ctrl+Enter'

export const staff = 'Staff'

export const changedMeanwhile = 'Someone changed this while you were editing.'
export const fieldsDiffer = 'Nothing is saved yet. These fields differ:'
export const fieldsAgree = 'Nothing is saved yet. Every field already holds what you entered.'
export const field = 'Field'
export const yours = 'Yours'
export const theirs = 'Theirs'
export const takeTheirs = 'Take theirs'
export const saveMine = 'Save mine'

export const yes = 'Yes'
export const no = 'No'
export const pictureThere = 'The picture that is there now'

export const became = 'became'

export const what = 'What'
export const who = 'Who'
export const when = 'When'
export const from = 'From'
export const beforeAndAfter = 'Before and after'
export const theShop = 'The shop'
export const changes = 'Changes'
export const wordsInIt = 'Text'
export const everything = 'Everything'
export const itsId = 'Id'
export const noChanges = 'No changes found.'
export const aboutChanges = 'Every change by staff appears here, with who made it and where.'

export const history = 'History'
export const noChangesYet = 'No changes yet.'
export const fromAddress = (ip: string) => ` · from ${ip}`
export const showOlder = 'Show older changes'
