import { type RequestHandler, type Response, Router } from 'express'
import { type StaticPageName, staticPageNames } from '#domain/content.ts'
import {
  type PagePatch,
  pagePatch,
  type SettingsPatch,
  type SitePage,
  type SiteSettingsAnswer,
  settingsPatch,
  undoRequest,
} from '#domain/site-files.ts'
import type { AdminParts, Author } from '../../http/admin-parts.ts'
import { HttpError } from '../../http/http-error.ts'
import type { KeyedWrite } from '../../http/idempotency.ts'
import { ifMatch } from '../../http/if-match.ts'
import { doneOnce } from '../../http/once-middleware.ts'
import { parseBody } from '../../http/parse-body.ts'

/** How a save ended that was not refused; `server/content` says it. */
export type SiteSave =
  | { kind: 'saved'; commit: string | null }
  | { kind: 'missing' }
  | { kind: 'conflict'; message: string; base: object | null; theirs: object; yours: object; conflicts: Array<unknown> }

interface Saver {
  author: Author
  write: KeyedWrite | null
}

interface From extends Saver {
  revision: string | undefined
}

/** The pages and `site.yaml`; `server/content` makes it. */
interface SiteFiles {
  page(name: StaticPageName): Promise<SitePage>
  savePage(name: StaticPageName, patch: PagePatch, from: From): Promise<SiteSave>
  settings(): SiteSettingsAnswer
  saveSettings(patch: SettingsPatch, from: From): Promise<SiteSave>
}

type Undo = (commit: string, by: Saver) => Promise<{ kind: 'undone' } | { kind: 'missing' } | { kind: 'moved' }>

/** The static pages, the site's own words, and taking a save back. Writes are mounted behind the session check. */
export function siteFilesApi(
  parts: AdminParts & {
    requireSession: RequestHandler
    files: SiteFiles
    undo: Undo
    /** Newsletters that came from a mail. */
    imported: () => Array<{ messageId: string; id: number; title: string }>
  },
): Router {
  const { requireSession, files, undo, body, author } = parts
  const router = Router()

  router.get('/pages', requireSession, async (_req, res) => {
    const pages = await Promise.all(
      staticPageNames.map((name) =>
        // One that can't be read is told when it is opened.
        files.page(name).catch(() => null),
      ),
    )
    res.json(
      staticPageNames.map((name, index) => {
        const page = pages[index]
        return {
          name,
          url: `/${name}`,
          title: page?.title ?? '',
          updatedAt: page?.updatedAt ?? null,
          revision: page?.revision ?? null,
        }
      }),
    )
  })

  router.get('/pages/:name', requireSession, async (req, res) => {
    sendPage(res, await files.page(nameIn(String(req.params.name))), undefined)
  })

  router.patch('/pages/:name', body, async (req, res) => {
    const { revision, ...patch } = parseBody(pagePatch, req.body)
    const name = nameIn(String(req.params.name))
    const from = { revision: ifMatch(req) ?? revision, author: author(res) }
    const result = await doneOnce(res, (write) => files.savePage(name, patch, { ...from, write }))
    if (isSaved(res, result)) sendPage(res, await files.page(name), result.commit)
  })

  router.get('/newsletters/imported', requireSession, (_req, res) => {
    res.json(parts.imported())
  })

  router.get('/settings', requireSession, (_req, res) => {
    sendSettings(res, undefined)
  })

  router.patch('/settings', body, async (req, res) => {
    const { revision, ...patch } = parseBody(settingsPatch, req.body)
    const from = { revision: ifMatch(req) ?? revision, author: author(res) }
    const result = await doneOnce(res, (write) => files.saveSettings(patch as SettingsPatch, { ...from, write }))
    if (isSaved(res, result)) sendSettings(res, result.commit)
  })

  router.post('/undo', body, async (req, res) => {
    const { commit } = parseBody(undoRequest, req.body)
    const result = await doneOnce(res, (write) => undo(commit, { author: author(res), write }))
    if (result.kind === 'missing') throw new HttpError(404, 'There is nothing to take back.')
    if (result.kind === 'moved')
      throw new HttpError(
        409,
        'Somebody has changed this since. Nothing was taken back; the history holds every version.',
      )
    res.json({ undone: commit })
  })

  function sendPage(res: Response, page: SitePage, commit: string | null | undefined): void {
    if (page.revision) res.set('ETag', `"${page.revision}"`)
    res.json({ ...page, ...(commit !== undefined && { commit }) })
  }

  function sendSettings(res: Response, commit: string | null | undefined): void {
    const answer = files.settings()
    if (answer.revision) res.set('ETag', `"${answer.revision}"`)
    res.json({ ...answer, ...(commit !== undefined && { commit }) })
  }

  return router
}

/** Whether a save went well; answers 409 with all versions for one that met another. Throws HttpError 404. */
export function isSaved<Saved extends { kind: 'saved' }>(
  res: Response,
  result: Saved | Exclude<SiteSave, { kind: 'saved' }>,
): result is Saved {
  if (result.kind === 'missing') throw new HttpError(404, 'There is no such download.')
  if (result.kind !== 'conflict') return true
  const { kind: _, ...versions } = result
  res.status(409).json(versions)
  return false
}

function nameIn(text: string): StaticPageName {
  const name = staticPageNames.find((known) => known === text)
  if (!name) throw new HttpError(404, 'There is no such page.')
  return name
}
