/** The ways into an account: signing in, making one, and a new password for one. */

export const login = 'Login'
export const email = 'E-mail'
export const password = 'Password'
export const forgotIt = 'Forgot your password?'
export const newHere = 'New here?'
export const makeAnAccount = 'Make an account'

export const name = 'Name'
export const phone = 'Phone'
export const phoneForms = 'With or without +233'
export const passwordLength = '8 characters or more'
export const passwordAgain = 'Password again'
export const register = 'Register'
export const alreadyHaveOne = 'Already have one?'

export const forgotPassword = 'Forgot password'
export const lookIntoMail = 'Look into your mail'
export const nothingComes =
  'If nothing comes, look among the unwanted mail, and whether it is the e-mail you registered with.'
export const tellUs = 'Tell us your e-mail, and we send you a link to choose a new password.'
export const sendLink = 'Send the link'
export const sendAgain = 'Send it again'
export const backToLogin = 'Back to the login'

export const newPassword = 'New password'
export const sameAgain = 'The same again'
export const signedOut = 'Every device will be signed out.'
export const setPassword = 'Set the new password'
export const linkNotWhole = 'This link is not whole.'
export const openAgain = 'Open it from the letter once more, or ask for a new one.'
export const linkOver = 'This link does not work any more.'
export const askForLink = 'Ask for a new link'
