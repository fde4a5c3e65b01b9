import { z } from 'zod'
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
import { anyText } from './parameters.ts'

/** What a commit may meet: other changes, or a repository that is busy or can’t be written to. */
const gitErrors = [409, 503] as const
const path = z.string().describe('Below `media/`.')

/** The calls about pictures. */
export const mediaCalls = {
  'GET /api/media': {
    group: 'media',
    who: 'administrators',
    summary: 'Lists the pictures, what was added last first, with what uses each of them.',
    query: mediaListQuery,
    answer: z.array(listedPicture),
    answerHeaders: ['Link', 'X-Total-Count'],
  },
  'POST /api/media': {
    group: 'media',
    who: 'administrators',
    summary: 'Adds a picture: one commit with a new file.',
    note: 'JPG, PNG, GIF or WebP, known by its bytes, at most 10 MB and 40 million pixels. It is turned upright and encoded anew without EXIF; animations stay. The name is made from the one that was sent. Bytes that are there already are answered as they are. With a JSON body, a picture of another site is fetched and added.',
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
    who: 'administrators',
    summary: 'Deletes a picture that nothing uses. It stays in git and can be restored.',
    note: '`path` is what follows `/media/` in its address, slashes included.',
    params: { path: anyText },
    headers: ['Idempotency-Key'],
    answer: z.strictObject({ deleted: z.literal(true), path }),
    conflict: usedPictureAnswer,
    errors: [404, 409, 503],
  },
  'GET /api/media/deleted': {
    group: 'media',
    who: 'administrators',
    summary: 'Lists the deleted pictures, what went last first.',
    answer: z.array(deletedPicture),
  },
  'POST /api/media/restore': {
    group: 'media',
    who: 'administrators',
    summary: 'Brings a deleted picture back, byte for byte.',
    headers: ['Idempotency-Key'],
    body: pictureRestore,
    bodyLimit: '10kb',
    answer: z.strictObject({ restored: z.literal(true), path }),
    errors: [...gitErrors, 404],
  },
} satisfies CallTable
