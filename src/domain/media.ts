import { z } from 'zod'
import { fileKinds } from './content.ts'

/** An upload is at most this large (rulings, section 6). */
export const pictureMaxBytes = 10 * 1024 * 1024
/** All frames of an animation together; they are 160 MB when decoded. */
export const pictureMaxPixels = 40_000_000
export const pictureMaxAltLength = 500

/** The fields that may stand beside `file` in an upload. */
export const pictureUpload = z.strictObject({
  alt: z.string().trim().max(pictureMaxAltLength, 'The alternative text is too long.').optional(),
})

/** The JSON body of `POST /api/media`: a picture elsewhere that is to be copied. */
export const pictureCopy = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: 'Please enter a valid URL' }).max(2000, 'This address is too long.'),
  alt: pictureUpload.shape.alt,
})

/** The answer of `POST /api/media`. */
export const picture = z.strictObject({
  /** As it is written in frontmatter and bodies: `/media/YYYY/NAME.png`. */
  url: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  /** The text that was sent along; a file holds none. */
  alt: z.string().optional(),
})
export type Picture = z.infer<typeof picture>

/** A content file in which a picture stands. */
export const pictureUse = z.strictObject({
  /** `site` is `site.yaml`, `file` a content file that can't be read just now. */
  type: z.enum([...fileKinds, 'site', 'file']),
  id: z.int().nullable(),
  title: z.string(),
  /** In the content folder. */
  path: z.string(),
})
export type PictureUse = z.infer<typeof pictureUse>

/** One of `GET /api/media`. */
export const listedPicture = picture.omit({ alt: true }).extend({
  /** Null for a damaged picture. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** The date of its commit; null as long as git was not asked. */
  addedAt: z.iso.datetime().nullable(),
  usedBy: z.array(pictureUse),
})
export type ListedPicture = z.infer<typeof listedPicture>

/** The query of `GET /api/media`. */
export const mediaListQuery = z.object({
  q: z.string().max(200).optional().describe('Words of the name, or of the titles of what uses it.'),
  limit: z.coerce.number().int().min(1).max(500).optional(),
  cursor: z.string().max(2000).optional().describe('From the `Link` header of the page before.'),
})

/** The 409 of `DELETE /api/media/{path}`. */
export const usedPictureAnswer = z.strictObject({ message: z.string(), usedBy: z.array(pictureUse) })

/** One of `GET /api/media/deleted`. */
export const deletedPicture = z.strictObject({
  /** Below `media/`. */
  path: z.string(),
  commit: z.string(),
  author: z.strictObject({ name: z.string(), email: z.string() }),
  date: z.iso.datetime(),
})
export type DeletedPicture = z.infer<typeof deletedPicture>

/** The body of `POST /api/media/restore`. */
export const pictureRestore = z.strictObject({
  path: z.string().min(1).max(500).describe('Below `media/`.'),
  commit: z
    .string()
    .regex(/^[0-9a-f]{40}$/, 'A commit is named by its 40 digits')
    .describe('The one that deleted it.'),
})

/** Where a picture is shown from: pictures of this site in the width that is needed, animations as they are. */
export function shownAt(url: string, width: number): string {
  return url.startsWith('/media/') ? `${url.replace(/[?#].*$/s, '')}?w=${width}` : url
}
