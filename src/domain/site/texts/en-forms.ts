/** The texts of the forms and of the ends of a subscription, which a browser loads with the form. */
export const formEnglish = {
  downloadFormTitle: 'Get Free Ableton Racks',
  subscribe: 'Subscribe',
  subscribing: 'Subscribing...',
  emailAddress: 'Email address',
  leaveEmpty: 'Leave this empty',
  getDownload: 'Get the download',
  invalidEmail: 'Invalid email address',
  invalidEmailText: 'Please enter a valid email address.',
  subscriptionDone: 'Subscription successful!',
  subscriptionReceived: 'Subscription received!',
  subscriptionFailed: 'Subscription failed',
  subscriptionText: "You'll now receive our weekly tips and tricks.",
  pleaseConfirm: 'Please confirm it with the link in the mail that is on its way to you.',
  goesTo: 'It goes to',
  otherAddress: 'Use another address',
  tryAgain: 'Something went wrong. Please try again.',
}

export type FormTextKey = keyof typeof formEnglish
