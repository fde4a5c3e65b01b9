import type { Response, Router } from 'express'
import { downloadCalls } from '#contract/site-files.ts'
import type { Download } from '#domain/content.ts'
import { type AdminDownload, type DownloadPatch, downloadMaxBytes } from '#domain/downloads.ts'
import { HttpError } from '../../http/http-error.ts'
import { type CallGate, mountCalls } from '../../http/mount-calls.ts'
import { uploadBody } from '../../http/upload-body.ts'
import type { createDownloadSaving } from '../save/downloads.ts'
import type { createRestoringDownloads } from '../save/restore-downloads.ts'
import { publicDownload } from './public-items.ts'
import { unlessConflict, unlessRefused } from './save-answer.ts'

const oneFile = 'Please send one file, in the field "file".'
const form = uploadBody({
  fileMaxBytes: downloadMaxBytes,
  hopelessBytes: 2 * downloadMaxBytes,
  fields: 16,
  jsonLimit: '50kb',
  tooLarge: `A file for download has at most ${downloadMaxBytes / 1024 / 1024} MB.`,
  oneFile,
})

/** The functions that the routes call. */
type Downloads = ReturnType<typeof createDownloadSaving> &
  ReturnType<typeof createRestoringDownloads> & {
    list(): Array<AdminDownload>
    one(id: number): AdminDownload | null
  }

/**
 * The list of downloads for everybody; adding, changing, replacing, removing and restoring them for
 * administrators.
 */
export function downloadsApi(
  downloads: Downloads,
  published: { list(): ReadonlyArray<Download>; count(id: number): number },
  gate: CallGate,
): Router {
  return mountCalls(downloadCalls, gate, {
    'GET /api/downloads'({ person, res }) {
      if (person) return downloads.list()
      // Five minutes (specification, sections 7 and 9), in the visitor's own browser:
      // administrators get another list here.
      res.set('Cache-Control', 'private, max-age=300')
      return published
        .list()
        .map((download) => publicDownload(download, published.count(download.id)))
    },
    'GET /api/downloads/deleted': () => downloads.deleted(),
    async 'POST /api/downloads/{id}/restore'({ params: { id }, body: { commit }, once, res }) {
      const result = await once((by) => downloads.restore(id, { commit, ...by }))
      return unlessRefused(result, noDownload, (restored) => answerOf(res, restored))
    },
    'POST /api/downloads': {
      receive: form,
      async answer({ body, file, once, res }) {
        if (!file) throw new HttpError(400, oneFile)
        const result = await once((by) => downloads.create(fieldsOf(body), file, by))
        res.location('/api/downloads')
        return unlessRefused(result, noDownload, (made) => answerOf(res, made))
      },
    },
    'PATCH /api/downloads/{id}': {
      receive: form,
      async answer({ params: { id }, body, file, revision, once, res }) {
        const { revision: _, fileRevision, ...fields } = body
        const from = { revision, fileRevision }
        const result = await once((by) =>
          downloads.update(id, fieldsOf(fields), file, { ...from, ...by }),
        )
        return unlessConflict(result, noDownload, (saved) => answerOf(res, saved))
      },
    },
    async 'DELETE /api/downloads/{id}'({ params: { id }, revision, once }) {
      const result = await once((by) => downloads.remove(id, { revision, ...by }))
      return unlessConflict(result, noDownload, ({ commit }) => ({ deleted: true, id, commit }))
    },
  })

  function answerOf(res: Response, { id, commit }: { id: number; commit: string | null }) {
    const download = downloads.one(id)
    if (!download) throw new HttpError(404, noDownload)
    res.set('ETag', `"${download.revision}"`)
    return { ...download, commit }
  }
}

const noDownload = 'There is no such download.'

/** The fields of a form, which sends booleans as text. */
function fieldsOf<Fields extends { draft?: boolean | 'true' | 'false' | undefined }>({
  draft,
  ...fields
}: Fields) {
  return {
    ...fields,
    ...(draft !== undefined && { draft: draft === true || draft === 'true' }),
  } as DownloadPatch
}
