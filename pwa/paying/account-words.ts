/** The account that a guest is offered after an order. */

export const makeAccount = 'Save this order in an account'
export const whyAccount = 'Choose a password. Your details are filled in next time, and your orders are in one place.'
export const password = 'Password'
export const passwordFor = (email: string) => `At least 8 characters. You sign in with ${email}.`
export const createAccount = 'Create account'
export const accountMade = 'Your account is ready, and this order is in it.'
export const yourOrders = 'See your orders'
export const signIn = 'Sign in to your account'
