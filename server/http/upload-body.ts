import { json, type RequestHandler, Router } from 'express'
import multer, { MulterError } from 'multer'
import { HttpError } from './http-error.ts'

/** What a call takes. */
export interface UploadRules {
  fileMaxBytes: number
  /** Who announces more than this is not even listened to. */
  hopelessBytes: number
  /** How many words may be said of the file. */
  fields: number
  /** What is said of the file in one field. */
  fieldMaxBytes?: number
  /** What a body without a file may weigh. */
  jsonLimit: string
  /** Sentences for the person. */
  tooLarge: string
  oneFile: string
}

/** Reads a body that carries a file and what is said of it: multipart with a `file`, or JSON without. Answers what is too large or broken. */
export function uploadBody(rules: UploadRules): RequestHandler {
  const { fileMaxBytes, hopelessBytes, fields, fieldMaxBytes = 10_000, jsonLimit, tooLarge, oneFile } = rules
  const sentences: Readonly<Partial<Record<MulterError['code'], readonly [status: number, message: string]>>> = {
    LIMIT_FILE_SIZE: [413, tooLarge],
    LIMIT_UNEXPECTED_FILE: [400, oneFile],
    LIMIT_FILE_COUNT: [400, oneFile],
  }
  const upload = multer({
    storage: multer.memoryStorage(),
    limits: { fileSize: fileMaxBytes, files: 1, fields, fieldSize: fieldMaxBytes, parts: fields + 2 },
    defParamCharset: 'utf8',
  }).single('file')

  function uploadError(error: unknown): HttpError {
    const [status, message] = (error instanceof MulterError && sentences[error.code]) || [
      400,
      'The upload is not complete. Please try again.',
    ]
    return new HttpError(status, message, { cause: error })
  }

  return Router().use(json({ limit: jsonLimit }), (req, res, next) => {
    if (!req.is(['json', 'multipart/form-data'])) throw new HttpError(415, oneFile)
    if (Number(req.get('Content-Length')) > hopelessBytes)
      throw new HttpError(413, tooLarge, { headers: { Connection: 'close' } })
    upload(req, res, (error: unknown) => next(error ? uploadError(error) : undefined))
  })
}
