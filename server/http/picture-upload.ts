import { json, type RequestHandler, Router } from 'express'
import multer, { MulterError } from 'multer'
import { pictureMaxBytes } from '#domain/media.ts'
import { HttpError } from './http-error.ts'

/** Who announces more than this is not even listened to. */
const hopelessBytes = 10 * pictureMaxBytes
const oneFile = 'Please send one picture, in the field "file".'

const sentences: Readonly<Partial<Record<MulterError['code'], readonly [status: number, message: string]>>> = {
  LIMIT_FILE_SIZE: [413, `This picture is too large: at most ${pictureMaxBytes / 1024 / 1024} MB are taken.`],
  LIMIT_UNEXPECTED_FILE: [400, oneFile],
  LIMIT_FILE_COUNT: [400, oneFile],
}

/** Reads a body that carries a picture: multipart with a `file`, or JSON that names one. Answers what is too large or broken. */
export function pictureUploadBody(): RequestHandler {
  const upload = multer({
    storage: multer.memoryStorage(),
    limits: { fileSize: pictureMaxBytes, files: 1, fields: 4, fieldSize: 10_000, parts: 6 },
    defParamCharset: 'utf8',
  }).single('file')

  return Router().use(json({ limit: '10kb' }), (req, res, next) => {
    if (!req.is(['json', 'multipart/form-data'])) throw new HttpError(415, oneFile)
    if (Number(req.get('Content-Length')) > hopelessBytes)
      throw new HttpError(413, String(sentences.LIMIT_FILE_SIZE?.[1]), { headers: { Connection: 'close' } })
    upload(req, res, (error: unknown) => next(error ? uploadError(error) : undefined))
  })
}

function uploadError(error: unknown): HttpError {
  const [status, message] = (error instanceof MulterError && sentences[error.code]) || [
    400,
    'The upload is not complete. Please try again.',
  ]
  return new HttpError(status, message, { cause: error })
}
