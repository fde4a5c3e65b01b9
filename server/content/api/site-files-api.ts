import type { Response, Router } from 'express'
import { siteFileCalls } from '#contract/site-files.ts'
import { pageAddress } from '#domain/page-address.ts'
import type { SettingsPatch, SitePage } from '#domain/site-files.ts'
import { HttpError } from '../../http/http-error.ts'
import { type CallGate, mountCalls } from '../../http/mount-calls.ts'
import type { createSamples } from '../samples/create-samples.ts'
import type { createPageSaving } from '../save/pages.ts'
import type { createSettingsSaving } from '../save/settings.ts'
import type { createUndo } from '../save/undo-commit.ts'
import type { createAdminPages } from './admin-pages.ts'
import { unlessConflict, unlessRefused } from './save-answer.ts'

/** The pages of the site's own texts, the settings of the site, the samples, and undoing a save. */
export function siteFilesApi(
  pages: ReturnType<typeof createAdminPages> & ReturnType<typeof createPageSaving>,
  settings: ReturnType<typeof createSettingsSaving>,
  samples: ReturnType<typeof createSamples>,
  undo: ReturnType<typeof createUndo>,
  gate: CallGate,
): Router {
  async function pageOf(res: Response, name: string, commit?: string | null) {
    const page = await pages.one(name)
    if (!page) throw new HttpError(404, noPage)
    return withRevision(res, { ...page, ...(commit !== undefined && { commit }) })
  }

  return mountCalls(siteFileCalls, gate, {
    'GET /api/pages': () =>
      Promise.all(
        pages.names().map(async (name) => {
          // A page that cannot be read is reported when it is opened.
          const page = await pages.one(name).catch(() => null)
          const { title = '', draft = false, updatedAt = null, revision = null } = page ?? {}
          return { name, url: pageAddress(name), title, draft, updatedAt, revision }
        }),
      ),
    async 'POST /api/pages'({ body, once, res }) {
      const result = await once((by) => pages.create(body, by))
      res.status(201).location(`/api${pageAddress(`pages/${body.name}`)}`)
      return unlessRefused(result, noPage, ({ commit }) => pageOf(res, body.name, commit))
    },
    'GET /api/pages/{path}': ({ params: { path }, res }) => pageOf(res, path),
    async 'PATCH /api/pages/{path}'({ params: { path }, body, revision, once, res }) {
      const { revision: _, ...patch } = body
      const result = await once((by) => pages.save(path, patch, { revision, ...by }))
      return unlessConflict(result, noPage, ({ commit }) => pageOf(res, patch.name ?? path, commit))
    },
    async 'DELETE /api/pages/{path}'({ params: { path }, revision, once }) {
      const result = await once((by) => pages.remove(path, { revision, ...by }))
      return unlessConflict(result, noPage, ({ commit }) => ({ deleted: true, commit }))
    },
    async 'GET /api/page-history/{path}'({ params: { path } }) {
      return found(await pages.history(path))
    },
    async 'GET /api/page-versions/{commit}/{path}'({
      params: { commit, path },
      query: { against },
    }) {
      return found(await pages.version(path, commit, against)) as never
    },
    async 'POST /api/page-versions/{commit}/{path}'({ params: { commit, path }, once, res }) {
      const result = await once((by) => pages.restore(path, { version: commit, ...by }))
      return unlessRefused(result, noPage, (saved) => pageOf(res, path, saved.commit))
    },
    'GET /api/settings': async ({ res }) => withRevision(res, await settings.current()),
    async 'PATCH /api/settings'({ body, revision, once, res }) {
      const { revision: _, ...patch } = body
      const result = await once((by) => settings.save(patch as SettingsPatch, { revision, ...by }))
      return unlessConflict(result, 'There are no settings.', async ({ commit }) =>
        withRevision(res, { ...(await settings.current()), commit }),
      )
    },
    'GET /api/samples': async ({ res }) => withRevision(res, await samples.survey()),
    async 'POST /api/samples/remove'({ revision, once }) {
      const result = await once((by) => samples.remove(revision, by))
      if (result.kind === 'moved')
        throw new HttpError(
          409,
          'The samples have changed since you looked at them. Nothing was removed; open the list again.',
        )
      return { removed: result.removed, commit: result.commit ?? null }
    },
    async 'POST /api/undo'({ body: { commit }, once }) {
      const result = await once((by) => undo(commit, by))
      if (result.kind === 'missing') throw new HttpError(404, 'There is nothing to take back.')
      if (result.kind === 'moved')
        throw new HttpError(
          409,
          'Somebody has changed this since. Nothing was taken back; the history holds every version.',
        )
      return { undone: commit }
    },
  })
}

const noPage = 'There is no such page.'

function found<Answer>(answer: Answer | null): Answer {
  if (answer === null) throw new HttpError(404, noPage)
  return answer
}

/** An answer with its revision as the ETag. */
function withRevision<Answer extends Pick<SitePage, 'revision'>>(
  res: Response,
  answer: Answer,
): Answer {
  if (answer.revision) res.set('ETag', `"${answer.revision}"`)
  return answer
}
