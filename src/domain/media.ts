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
export const picture = z.object({
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
export const pictureUse = z.object({
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

/** One of `GET /api/media/deleted`. */
export const deletedPicture = z.object({
  /** Below `media/`. */
  path: z.string(),
  commit: z.string(),
  author: z.object({ name: z.string(), email: z.string() }),
  date: z.iso.datetime(),
})
export type DeletedPicture = z.infer<typeof deletedPicture>
