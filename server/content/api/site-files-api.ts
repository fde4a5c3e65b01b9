import type { Response, Router } from 'express'
import { siteFileCalls } from '#contract/site-files.ts'
import { staticPageNames } from '#domain/content.ts'
import type { SettingsPatch, SitePage } from '#domain/site-files.ts'
import { HttpError } from '../../http/http-error.ts'
import { type CallGate, mountCalls } from '../../http/mount-calls.ts'
import type { createSiteSaving } from '../site-files/site-saving.ts'
import type { createUndo } from '../site-files/undo-commit.ts'
import { unlessConflict } from './save-answer.ts'

/** The static pages, the settings of the site, and undoing a save. */
export function siteFilesApi(
  files: ReturnType<typeof createSiteSaving>,
  undo: ReturnType<typeof createUndo>,
  gate: CallGate,
): Router {
  return mountCalls(siteFileCalls, gate, {
    'GET /api/pages': () =>
      Promise.all(
        staticPageNames.map(async (name) => {
          // A page that cannot be read is reported when it is opened.
          const page = await files.page(name).catch(() => null)
          const { title = '', updatedAt = null, revision = null } = page ?? {}
          return { name, url: `/${name}`, title, updatedAt, revision }
        }),
      ),
    'GET /api/pages/{name}': async ({ params: { name }, res }) => withRevision(res, await files.page(name)),
    async 'PATCH /api/pages/{name}'({ params: { name }, body, revision, once, res }) {
      const { revision: _, ...patch } = body
      const result = await once((by) => files.savePage(name, patch, { revision, ...by }))
      return unlessConflict(result, 'There is no such page.', async ({ commit }) =>
        withRevision(res, { ...(await files.page(name)), commit }),
      )
    },
    'GET /api/settings': ({ res }) => withRevision(res, files.settings()),
    async 'PATCH /api/settings'({ body, revision, once, res }) {
      const { revision: _, ...patch } = body
      const result = await once((by) => files.saveSettings(patch as SettingsPatch, { revision, ...by }))
      return unlessConflict(result, 'There are no settings.', ({ commit }) =>
        withRevision(res, { ...files.settings(), commit }),
      )
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

/** An answer with its revision as the ETag. */
function withRevision<Answer extends Pick<SitePage, 'revision'>>(res: Response, answer: Answer): Answer {
  if (answer.revision) res.set('ETag', `"${answer.revision}"`)
  return answer
}
