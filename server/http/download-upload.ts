import { json, type RequestHandler, Router } from 'express'
import multer, { MulterError } from 'multer'
import { downloadMaxBytes } from '#domain/downloads.ts'
import { HttpError } from './http-error.ts'

const tooLarge = `A file for download has at most ${downloadMaxBytes / 1024 / 1024} MB.`
const oneFile = 'Please send one file, in the field "file".'

const sentences: Readonly<Partial<Record<MulterError['code'], readonly [status: number, message: string]>>> = {
  LIMIT_FILE_SIZE: [413, tooLarge],
  LIMIT_UNEXPECTED_FILE: [400, oneFile],
  LIMIT_FILE_COUNT: [400, oneFile],
}

/** Reads a body that carries a file for download and what is said of it: multipart, or JSON without a file. Answers what is too large or broken. */
export function downloadUploadBody(): RequestHandler {
  const upload = multer({
    storage: multer.memoryStorage(),
    limits: { fileSize: downloadMaxBytes, files: 1, fields: 12, fieldSize: 10_000, parts: 14 },
    defParamCharset: 'utf8',
  }).single('file')

  return Router().use(json({ limit: '50kb' }), (req, res, next) => {
    if (!req.is(['json', 'multipart/form-data'])) throw new HttpError(415, oneFile)
    // Who announces far more than is taken is not even listened to.
    if (Number(req.get('Content-Length')) > 2 * downloadMaxBytes)
      throw new HttpError(413, tooLarge, { headers: { Connection: 'close' } })
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
