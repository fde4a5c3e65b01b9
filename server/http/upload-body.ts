import { json, type RequestHandler, Router } from 'express'
import multer, { MulterError } from 'multer'
import { HttpError } from './http-error.ts'

/** Limits and messages of an upload call. */
export interface UploadRules {
  fileMaxBytes: number
  /** A request with a larger `Content-Length` is refused before its body is read. */
  hopelessBytes: number
  /** Limit of text fields beside the file. */
  fields: number
  /** Limit of bytes per text field. */
  fieldMaxBytes?: number
  /** Limit of a JSON body. */
  jsonLimit: string
  /** Messages for the person. */
  tooLarge: string
  oneFile: string
}

/**
 * Reads an upload: multipart with a field `file` and text fields, or JSON without a file. Refuses a
 * body that is too large or incomplete.
 */
export function uploadBody(rules: UploadRules): RequestHandler {
  const {
    fileMaxBytes,
    hopelessBytes,
    fields,
    fieldMaxBytes = 10_000,
    jsonLimit,
    tooLarge,
    oneFile,
  } = rules
  const sentences: Readonly<
    Partial<Record<MulterError['code'], readonly [status: number, message: string]>>
  > = {
    LIMIT_FILE_SIZE: [413, tooLarge],
    LIMIT_UNEXPECTED_FILE: [400, oneFile],
    LIMIT_FILE_COUNT: [400, oneFile],
  }
  const upload = multer({
    storage: multer.memoryStorage(),
    limits: {
      fileSize: fileMaxBytes,
      files: 1,
      fields,
      fieldSize: fieldMaxBytes,
      parts: fields + 2,
    },
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
