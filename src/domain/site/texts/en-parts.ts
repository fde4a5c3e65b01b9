/**
 * What the scripts of the parts of a text say: players of sounds, large pictures, buttons that
 * copy. A browser loads them with these scripts, so that nothing is taken from other texts when
 * this file is loaded.
 */
export const partEnglish = {
  close: 'Close',
  play: 'Play',
  pause: 'Pause',
  soundPlace: '{at} of {length}',
  soundRepeats: '{from} to {to} repeats',
  soundFailed: 'This sound can not be played here. Check your connection, or try another browser.',
  copied: 'Copied',
  notCopied: 'Not copied',
  picture: 'Picture',
  pictureNumbered: 'Picture {number} of {count}',
  numberOf: '{number} of {count}',
  actualSize: 'Actual size',
  previousPicture: 'Previous picture',
  nextPicture: 'Next picture',
  pictureFailed: 'This picture can’t be loaded. Check your connection.',
}

export type PartTextKey = keyof typeof partEnglish
