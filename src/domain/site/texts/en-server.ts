import { accountEnglish } from './en-account.ts'

/** What the server writes into the texts of items. */
export const bodyEnglish = {
  calloutNote: 'Note',
  calloutTip: 'Tip',
  calloutImportant: 'Important',
  calloutWarning: 'Warning',
  calloutCaution: 'Caution',
  code: 'Code',
  codeNamed: 'Code: {language}',
  codeDevice: 'Device settings',
  preformatted: 'Preformatted text',
  deviceParameter: 'Parameter',
  deviceValue: 'Value',
  deviceNote: 'Note',
  deviceSettings: 'Settings of {device}',
  copy: 'Copy',
  embedVideo: 'Video on {host}',
  embedTrack: 'Track on {host}',
  embedAlbum: 'Album on {host}',
  embedPlaylist: 'Playlist on {host}',
  embedPlay: 'Play here',
  embedPlayNamed: 'Play here: {title}',
  embedLoad: 'Load the player from {host}',
  embedOpen: 'Open on {host}',
  embedNote: '{host} is not asked for anything before you press Play.',
  task: 'Task',
  table: 'Table',
  tableNamed: 'Table: {names}',
  footnotes: 'Footnotes',
  backToReference: 'Back to reference {number}',
  sound: 'Sound',
  soundsCompared: 'Compare {names}',
  soundWithSound: '{one} with {other}',
  soundPosition: 'Position',
  soundLoop: 'Loop',
  soundMark: 'To repeat a part, drag over it, or press the arrow keys with Shift',
  soundMatch: 'Match loudness',
  soundQuieter: '{name} is {decibels} dB quieter here, to match',
}

/** What mails to readers say, and short answers that are given without the pages of the site. */
export const mailEnglish = {
  mailUntitled: 'Untitled',
  mailIssue: '{name}: issue #{number}',
  mailListen: 'Listen: {title}',
  mailSound: 'Sound: {title}',
  mailSoundUntitled: 'listen',
  mailOnWeb: 'Read this issue on the web',
  mailWhy: 'You get this mail because you subscribed to {name}.',
  mailChoices: '{topics} or {leave}.',
  mailTopics: 'Choose your topics',
  mailLeave: 'unsubscribe',
  mailLeaveLink: 'Unsubscribe',
  confirmMailSubject: 'Please confirm: the newsletter of {name}',
  confirmMailWhy: 'Somebody, we hope you, asked for the newsletter of {name} with this address.',
  confirmMailHow: 'To get it, open this page and press the button there:',
  confirmMailButton: 'Confirm my subscription',
  confirmMailIgnore:
    'If it was not you, do nothing: no more mails come, and the address is deleted after {days} days.',

  noticeHome: 'Go to the home page',
  tooManyRequests: 'Too Many Requests',
  tooManyRequestsText:
    'Too many addresses without a page were asked for. Please try again in a moment.',
  addressTooLong: 'Address Too Long',
  addressTooLongText: 'The path of an address has at most {count} characters.',
  headTooLongText: 'An address and the cookies sent with it have at most 16 KB.',
  badRequest: 'Bad Request',
  badRequestText: 'The site cannot read this request.',
}

export const serverEnglish = { ...bodyEnglish, ...mailEnglish, ...accountEnglish }

export type BodyTextKey = keyof typeof bodyEnglish
export type ServerTextKey = keyof typeof serverEnglish
