import { createReadStream } from 'node:fs'
import { importCalls } from '#contract/import.ts'
import { exportPartBytes } from '#domain/import/state.ts'
import { HttpError } from '../http/http-error.ts'
import { authorOf, type CallGate, mountCalls } from '../http/mount-calls.ts'
import { sendPieces } from '../http/send-pieces.ts'
import { uploadBody } from '../http/upload-body.ts'
import { SiteImport, type SiteImportParts } from './site-import.ts'

const upload = {
  fileMaxBytes: exportPartBytes,
  hopelessBytes: exportPartBytes + 64 * 1024,
  fields: 2,
  jsonLimit: '1kb',
  tooLarge: `A part of an export has at most ${exportPartBytes / 1024 / 1024} MB.`,
  oneFile: 'Please send one part of the export, in the field "file".',
}

/** The import of a running site: its state, and its calls, mounted at `/api`. */
export function createImports(parts: SiteImportParts & { gate: CallGate }) {
  const { gate } = parts
  const imports = new SiteImport(parts)
  const routes = mountCalls(importCalls, gate, {
    'GET /api/import': () => imports.state,
    'GET /api/import/list': ({ query: { part, page } }) => imports.list(part, page),
    'GET /api/import/comments'({ res, about }) {
      about(null)
      const file = imports.comments()
      res.attachment('import-comments.json')
      return sendPieces(res, createReadStream(file))
    },
    'POST /api/import': ({ body, person }) => imports.begin(body, authorOf(person, gate.siteUrl)),
    'POST /api/import/parts': {
      receive: uploadBody(upload),
      answer({ body, file }) {
        if (!file) throw new HttpError(400, upload.oneFile)
        return imports.receive(body, file.bytes)
      },
    },
    'PATCH /api/import': ({ body }) => imports.remap(body),
    // After a crash, what is remembered of the write is only its commit.
    async 'POST /api/import/confirm'({ body: { id }, once, about }) {
      about(null)
      await once((by) => imports.confirm(id, by))
      return imports.state
    },
    async 'POST /api/import/undo'({ body: { id }, once, about }) {
      about(null)
      await once((by) => imports.undo(id, by))
      return imports.state
    },
    'POST /api/import/cancel': ({ body: { id } }) => imports.cancel(id),
  })
  return { routes, start: () => imports.start(), close: () => imports.close() }
}
