export const keyWords = {
  none: 'This till has no key yet: it does not sign its sales. It makes a key as soon as somebody signs in on it over https.',
  about:
    'The till signs every sale with its key, so that nobody can change one on its way. The key cannot be copied off the device.',
  approved: 'Approved',
  waiting: 'Waits for approval',
  forked: 'Used by two devices',
  unused: 'Nothing signed yet.',
  askForApproval:
    'Ask an administrator to approve this till. Until then its sales are booked and listed under Exceptions.',
}
