/** What the pages say at which people make an account, or set a new password. */
export const accountEnglish = {
  accountFirst:
    'Welcome, and congratulations on your new site, {name}. You are its first administrator: choose a user name and a password, and you can begin to write. You invite others later.',
  accountInvited:
    'You are invited to write for this site. Choose a user name and a password; both are yours alone.',
  accountNeedsScript: 'Registration needs JavaScript.',
  accountUsername: 'Username',
  accountUsernameHint: '2 to 40 letters, digits, dots, hyphens or underscores.',
  accountPassword: 'Password',
  accountPasswordHint: 'At least 10 characters that are hard to guess.',
  accountShowPassword: 'Show password',
  accountRequired: 'Please fill in this field.',
  accountCreate: 'Create account',
  accountCreating: 'Creating account...',
  accountCreated: 'Registration successful',
  accountCreatedText: 'Your account has been created and you are now logged in.',
  accountFailed: 'Registration failed',
  accountUnreachable: 'The server could not be reached. Please try again.',
  // The sentences with which the server refuses, word for word.
  faultClosed: 'Registration is closed',
  faultNameSigns: 'A user name has 2 to 40 letters, digits, dots, hyphens or underscores.',
  faultNameScripts:
    'A user name has letters of one script: Latin and Cyrillic ones, for example, look alike.',
  faultNameTaken: 'This user name is taken.',
  faultNameAlike: 'This user name reads like that of another administrator.',
  faultPasswordShort: 'A password has at least 10 characters.',
  faultPasswordLong: 'A password has at most 256 characters.',
  faultPasswordName: 'A password must not contain the user name.',
  faultPasswordSigns: 'A password needs more than three different characters.',
  faultPasswordPersonal:
    'This password is easy to guess: it is made of your name or address, or those of the site.',
  faultPasswordEasy:
    'This password is easy to guess. Take several words that do not belong together.',
  faultLink: 'This link has expired or was used already.',
  faultAttempts: 'Too many attempts. Please try again in {minutes} min.',
  resetTitle: 'New Password',
  resetDescription: 'For administrators who forgot their password.',
  resetForgotten: 'Forgot your password?',
  resetOpenText:
    'Choose a new password. You are signed out everywhere, and sign in with the new one.',
  resetClosedText: 'This link has expired or was used already. Ask for a new one.',
  resetByMailText:
    'Tell us who you are, and a link for a new password goes to the mail address of your profile.',
  resetByHandText:
    'This site sends no mails. Ask another administrator for a link to set a new password: they make it under Users in the admin. Where there is none, the person who runs the server sets a new password with the command {command}.',
  resetNeedsScript: 'A new password needs JavaScript.',
  resetAnother: 'Another link',
  resetPassword: 'New password',
  resetSet: 'Set Password',
  resetSetting: 'Setting...',
  resetDone: 'Your new password is set. You may sign in with it now.',
  resetWho: 'Username or email',
  resetSend: 'Send Link',
  resetSending: 'Sending...',
  resetSent:
    'If there is such an account with a mail address, a link is on its way. It works for one hour. If nothing arrives, ask another administrator for a link.',
}

export type AccountTextKey = keyof typeof accountEnglish
