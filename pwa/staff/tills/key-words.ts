export const keyWords = {
  none: 'This till has no key yet, so it does not sign its sales. It creates one when someone signs in on it over https.',
  about: 'The till signs every sale with its key, so it cannot be altered in transit. The key cannot leave the device.',
  approved: 'Approved',
  waiting: 'Awaiting approval',
  forked: 'Used by two devices',
  unused: 'Nothing signed yet.',
  askForApproval:
    'Ask an administrator to approve this till. Until then its sales are booked and listed under Exceptions.',
}
