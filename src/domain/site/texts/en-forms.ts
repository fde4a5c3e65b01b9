/**
 * The texts of the forms and of the ends of a subscription, which a browser loads with the form.
 */
export const formEnglish = {
  downloadFormTitle: 'Get Free Ableton Racks',
  subscribe: 'Subscribe',
  subscribing: 'Subscribing...',
  emailAddress: 'Email address',
  leaveEmpty: 'Leave this empty',
  getDownload: 'Get the download',
  getNamed: 'Get {title}',
  downloadFree:
    '{pack} is free for readers of the weekly newsletter. Leave your address and the download is yours.',
  downloadPromise: 'One mail a week, and a link in each to leave. See the {policy}.',
  privacyPolicy: 'privacy policy',
  downloadStarts:
    'Your download starts by itself. If it does not, download it here within 24 hours:',
  downloadNamed: 'Download {title}',
  downloadGone: 'You are on the list, but this file is no longer there.',
  oneDownload: '{count} download',
  bytes: '{count} bytes',
  groupMark: ',',
  decimalMark: '.',
  manyDownloads: '{count} downloads',
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
  emailExample: 'you@example.com',
  tooManySignUps: 'Too many sign-ups from your network. Please try again in a few seconds.',
  notSavedNow: 'Your address could not be saved just now. Please try again later.',
  close: 'Close',
  dismiss: 'Dismiss',
  notification: 'Notification',
  notifications: 'Notifications',
}

export type FormTextKey = keyof typeof formEnglish
