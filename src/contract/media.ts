import { z } from 'zod'
import { madeCommit } from '#domain/content-answers.ts'
import {
  deletedPicture,
  listedPicture,
  mediaListQuery,
  picture,
  pictureCopy,
  pictureRestore,
  pictureUpload,
  usedPictureAnswer,
} from '#domain/media.ts'
import type { CallTable } from './call.ts'
import { gitErrors } from './commits.ts'
import { anyText } from './parameters.ts'

const path = z.string().describe('Below `media/`.')

/** The calls about pictures and sounds. */
export const mediaCalls = {
  'GET /api/media': {
    group: 'media',
    who: 'writer',
    summary:
      'Lists the pictures and sounds, last added first, with the items that use each of them.',
    query: mediaListQuery,
    answer: z.array(listedPicture),
    answerHeaders: ['Link', 'X-Total-Count'],
  },
  'POST /api/media': {
    group: 'media',
    who: 'writer',
    summary: 'Adds a picture or a sound: one commit with a new file.',
    note: 'JPG, PNG, GIF or WebP, recognised by its bytes, at most 10 MB and 40 million pixels. It is rotated upright and encoded again without EXIF; animations stay. The name is derived from the sent file name. When a picture with the same bytes exists, it is returned. With a JSON body, a picture of another site is fetched and added. A sound is an MP3, M4A, AAC, Ogg (Opus, Vorbis), FLAC or WAV of at most 25 MB, recognised by its bytes; its tags are removed, its sound stays as it is, and a name that promises another format is refused.',
    headers: ['Idempotency-Key'],
    form: pictureUpload,
    body: pictureCopy,
    bodyLimit: '10kb',
    status: 201,
    answer: picture,
    answerHeaders: ['Location'],
    errors: [...gitErrors, 502],
  },
  'DELETE /api/media/{path}': {
    group: 'media',
    who: 'editor',
    summary: 'Deletes a picture or sound that no item uses. It stays in git and can be restored.',
    note: '`path` is what follows `/media/` in its address, slashes included.',
    params: { path: anyText },
    headers: ['Idempotency-Key'],
    answer: z.strictObject({ deleted: z.literal(true), path, commit: madeCommit }),
    conflict: usedPictureAnswer,
    errors: [404, 409, 503],
  },
  'GET /api/media/deleted': {
    group: 'media',
    who: 'writer',
    summary: 'Lists the deleted pictures and sounds, last deleted first.',
    answer: z.array(deletedPicture),
  },
  'POST /api/media/restore': {
    group: 'media',
    who: 'editor',
    summary: 'Restores a deleted picture or sound, byte for byte.',
    headers: ['Idempotency-Key'],
    body: pictureRestore,
    bodyLimit: '10kb',
    answer: z.strictObject({ restored: z.literal(true), path }),
    errors: [...gitErrors, 404],
  },
} satisfies CallTable
