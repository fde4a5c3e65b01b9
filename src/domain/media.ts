import { z } from 'zod'
import { fileKinds } from './content.ts'
import { pageLimit } from './list-query.ts'
import { percentDecoded } from './percent-decoded.ts'
import { type SoundFacts, soundFormats } from './sound.ts'
import { count, instant, namedCommit } from './value-schemas.ts'

/** The size limit of an upload (rulings, section 6). */
export const pictureMaxBytes = 10 * 1024 * 1024
/** The pixel limit of all frames of a picture together, which need 160 MB when decoded. */
export const pictureMaxPixels = 40_000_000
export const pictureMaxAltLength = 500

/**
 * Names of the files below `/media` that are shown as pictures, and of those that are served as
 * downloads.
 */
export const pictureFile = /\.(?:jpe?g|png|gif|webp|svg)$/i
export const downloadFile = /\.(?:pdf|midi?|txt|mp4|m4v|webm|mov)$/i
export const videoFile = /\.(?:mp4|m4v|webm|mov)$/i

const servedPath = /^(?:\/(?!\.)[^/\\\p{Cc}]+)+$/u

/**
 * Whether the site serves files with such a path: no hidden files and folders, no backslashes and
 * control characters.
 */
export const isServedPath = (path: string): boolean => path.length <= 506 && servedPath.test(path)

/**
 * The decoded path of a file below `/media`; null when it is empty, or names no file that the site
 * serves.
 */
export function mediaPath(address: string): string | null {
  const path = percentDecoded(address) ?? ''
  return path.startsWith('/media/') && isServedPath(path) ? path : null
}

/** The optional fields beside `file` of an upload. */
export const pictureUpload = z.strictObject({
  alt: z.string().trim().max(pictureMaxAltLength, 'The alternative text is too long.').optional(),
})

/** The JSON body of `POST /api/media`: the address of a picture to copy. */
export const pictureCopy = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: 'Please enter a valid URL' })
    .max(2000, 'This address is too long.'),
  alt: pictureUpload.shape.alt,
})

/** See `SoundFacts`. */
const soundFacts = z.strictObject({
  format: z.enum(soundFormats),
  bytes: z.int(),
  duration: z.number().nullable(),
  loudness: z.number().nullable(),
  peaks: z.array(count.max(100)).nullable(),
}) satisfies z.ZodType<SoundFacts>

/** The answer of `POST /api/media`: a picture or a sound. */
export const picture = z.strictObject({
  /** The address for frontmatter and bodies: `/media/YYYY/NAME.png`. */
  url: z.string(),
  /** Null for a sound. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  bytes: z.int(),
  /** Sounds only. */
  sound: soundFacts.optional(),
  /** The text that was sent with the upload; it is not stored. */
  alt: z.string().optional(),
})
export type Picture = z.infer<typeof picture>

/** A content file that uses a picture. */
export const pictureUse = z.strictObject({
  /**
   * `authors`: a file in `authors/`; `site`: `site.yaml`; `file`: a content file that can't be
   * read.
   */
  type: z.enum([...fileKinds, 'authors', 'site', 'file']),
  id: z.int().nullable(),
  title: z.string(),
  /** Relative to the content folder. */
  path: z.string(),
})
export type PictureUse = z.infer<typeof pictureUse>

/** An entry of `GET /api/media`. */
export const listedPicture = picture.omit({ alt: true }).extend({
  /** The date of the commit that added it; null until it has been read from git. */
  addedAt: instant.nullable(),
  usedBy: z.array(pictureUse),
})
export type ListedPicture = z.infer<typeof listedPicture>

/** The query of `GET /api/media`. */
export const mediaListQuery = z.object({
  q: z
    .string()
    .max(200)
    .optional()
    .describe('Words of the name, or of the titles of what uses it.'),
  kind: z
    .enum(['picture', 'sound'])
    .optional()
    .describe('Without it, pictures and sounds are listed.'),
  limit: pageLimit.optional(),
  cursor: z.string().max(2000).optional().describe('From the `Link` header of the page before.'),
})

/** The 409 of `DELETE /api/media/{path}`. */
export const usedPictureAnswer = z.strictObject({
  message: z.string(),
  usedBy: z.array(pictureUse),
})

/** An entry of `GET /api/media/deleted`. */
export const deletedPicture = z.strictObject({
  /** Relative to `media/`. */
  path: z.string(),
  commit: z.string(),
  author: z.strictObject({ name: z.string(), email: z.string() }),
  date: instant,
})
export type DeletedPicture = z.infer<typeof deletedPicture>

/** The body of `POST /api/media/restore`. */
export const pictureRestore = z.strictObject({
  path: z.string().min(1).max(500).describe('Below `media/`.'),
  commit: namedCommit.describe('The one that deleted it.'),
})
