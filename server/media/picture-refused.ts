import { pictureMaxBytes, pictureMaxPixels } from '#domain/media.ts'
import { RefusedError } from '../platform/errors.ts'

const kinds = {
  'no-picture': 'picture-format',
  drawing: 'picture-format',
  'other-format': 'picture-format',
  damaged: 'picture-damaged',
  'too-many-pixels': 'picture-size',
  'too-large': 'picture-size',
} as const

const sentences = {
  'no-picture': 'This file is not a picture. Please send a JPG, PNG, GIF or WebP.',
  drawing: 'SVG drawings can not be uploaded. Please send a JPG, PNG, GIF or WebP.',
  'other-format': 'Pictures in HEIC or AVIF can not be uploaded. Please save it as a JPG, PNG or WebP.',
  damaged: 'This picture is damaged or incomplete. Please save it anew and try again.',
  'too-many-pixels': `This picture has too many pixels: at most ${pictureMaxPixels / 1_000_000} million (about 6300 × 6300) are taken. Please make it smaller.`,
  'too-large': `This picture is too large: at most ${pictureMaxBytes / 1024 / 1024} MB are taken.`,
} satisfies Record<keyof typeof kinds, string>

/** Why an upload is not taken; the message is a sentence for whoever sent it. */
export class PictureRefused extends RefusedError {
  override name = 'PictureRefused'
  readonly kind: (typeof kinds)[keyof typeof kinds]

  constructor(reason: keyof typeof kinds, cause?: unknown) {
    super(sentences[reason], { cause })
    this.kind = kinds[reason]
  }
}
