/** Signing in, registering, and resetting a password. */

export const login = 'Login'
export const email = 'Email'
export const password = 'Password'
export const forgotIt = 'Forgot your password?'
export const newHere = 'New here?'
export const makeAnAccount = 'Create an account'

export const name = 'Name'
export const phone = 'Phone'
export const phoneForms = 'With or without +233'
export const passwordLength = '8 characters or more'
export const passwordAgain = 'Repeat password'
export const register = 'Register'
export const alreadyHaveOne = 'Already have an account?'

export const forgotPassword = 'Forgot password'
export const lookIntoMail = 'Check your email'
export const nothingComes = 'If nothing arrives, check your spam folder, and that you registered with this email.'
export const tellUs = 'Enter your email. We will send you a link to set a new password.'
export const sendLink = 'Send the link'
export const sendAgain = 'Send it again'
export const backToLogin = 'Back to login'

export const newPassword = 'New password'
export const sameAgain = 'Repeat new password'
export const signedOut = 'This signs out every device.'
export const setPassword = 'Set new password'
export const linkNotWhole = 'This link is incomplete.'
export const openAgain = 'Open it again from the email, or ask for a new one.'
export const linkOver = 'This link no longer works.'
export const askForLink = 'Ask for a new link'

/** For somebody who stands at the till by their PIN, where a session is needed. */
export const needsPassword = 'This needs your password'
export const needsPasswordMore = (name: string) =>
  `${name}, you are at the till by your PIN. Selling works with it; the back office and your account need you to sign in.`
export const signIn = 'Sign in'
export const toTheTill = 'Back to the till'
