import { z } from 'zod'
import {
  deletedPicture,
  listedPicture,
  mediaListQuery,
  picture,
  pictureRestore,
  pictureUpload,
  usedPictureAnswer,
} from '#domain/media.ts'
import type { Call } from './call.ts'

/** What a commit may meet: other changes, or a repository that is busy or can’t be written to. */
const gitErrors = [409, 503] as const
const path = z.string().describe('Below `media/`.')

/** The calls about pictures. */
export const mediaCalls: ReadonlyArray<Call> = [
  {
    group: 'media',
    method: 'GET',
    path: '/api/media',
    who: 'administrators',
    summary: 'Lists the pictures, what was added last first, with what uses each of them.',
    query: mediaListQuery,
    status: 200,
    answer: z.array(listedPicture),
    answerHeaders: ['Link', 'X-Total-Count'],
    errors: [],
  },
  {
    group: 'media',
    method: 'POST',
    path: '/api/media',
    who: 'administrators',
    summary: 'Adds a picture: one commit with a new file.',
    note: 'JPG, PNG, GIF or WebP, known by its bytes, at most 10 MB and 40 million pixels. It is turned upright and encoded anew without EXIF; animations stay. The name is made from the one that was sent. Bytes that are there already are answered as they are. With the JSON body `{"url": "https://…", "alt": "…"}`, a picture of another site is fetched and added.',
    headers: ['Idempotency-Key'],
    body: pictureUpload.extend({ file: z.file() }),
    bodyKind: 'multipart/form-data',
    status: 201,
    answer: picture,
    answerHeaders: ['Location'],
    errors: [...gitErrors, 502],
  },
  {
    group: 'media',
    method: 'DELETE',
    path: '/api/media/{path}',
    who: 'administrators',
    summary: 'Deletes a picture that nothing uses. It stays in git and can be restored.',
    note: '`path` is what follows `/media/` in its address, slashes included.',
    headers: ['Idempotency-Key'],
    status: 200,
    answer: z.strictObject({ deleted: z.literal(true), path }),
    conflict: usedPictureAnswer,
    errors: [404, 409, 503],
  },
  {
    group: 'media',
    method: 'GET',
    path: '/api/media/deleted',
    who: 'administrators',
    summary: 'Lists the deleted pictures, what went last first.',
    status: 200,
    answer: z.array(deletedPicture),
    errors: [],
  },
  {
    group: 'media',
    method: 'POST',
    path: '/api/media/restore',
    who: 'administrators',
    summary: 'Brings a deleted picture back, byte for byte.',
    headers: ['Idempotency-Key'],
    body: pictureRestore,
    status: 200,
    answer: z.strictObject({ restored: z.literal(true), path }),
    errors: [...gitErrors, 404],
  },
]
