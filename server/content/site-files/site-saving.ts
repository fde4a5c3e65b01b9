import { type SiteSettings, type StaticPageName, siteSettings } from '#domain/content.ts'
import { changedFrom, mergeItem } from '#domain/item/merge-item.ts'
import type { PagePatch, SettingsPatch } from '#domain/site-files.ts'
import { type RenderBody, renderFile } from '../body.ts'
import { settingsPath } from '../file-kind.ts'
import type { TextWork } from '../markdown/text-work.ts'
import type { Commit, Saver } from '../saving/committing.ts'
import { mergeVersions, type Version } from '../saving/merge-item.ts'
import { SaveRefused } from '../saving/save-refused.ts'
import { conflictOf, type SaveConflict } from '../saving/save-result.ts'
import { markdownOfBody } from '../saving/sent-body.ts'
import { readSettings } from '../settings.ts'
import type { ContentStore } from '../store.ts'
import { changedSettings } from './settings-file.ts'
import { changedTextFile, newTextFile, readTextFile, type TextFile, textVersion } from './text-file.ts'

type Saved = { kind: 'saved'; commit: string | null }
/** How a save ended that was not refused. `commit` is null when there was nothing to commit, or an earlier attempt made it. */
export type SiteSave = Saved | { kind: 'missing' } | SaveConflict

/** How a save ended, with the commit that it made. */
export function withCommit<Ending extends { kind: string }>({
  result,
  commit,
}: {
  result: Ending
  commit: string | null
}): Ending {
  return result.kind === 'saved' ? { ...result, commit } : result
}

interface From extends Saver {
  revision: string | undefined
}

const pagePath = (name: StaticPageName) => `pages/${name}.md`

/** How administrators read and change the static pages and `site.yaml`; each save is one commit that changes what was named and nothing else. */
export function createSiteSaving(parts: {
  store: Pick<ContentStore, 'blobAt' | 'changedAt' | 'reader'>
  read: (blob: string) => Uint8Array
  renderBody: RenderBody
  texts: TextWork
  commit: Commit
}) {
  const { store, read, renderBody, texts, commit } = parts

  function textAt(path: string, blob: string): TextFile {
    const text = readTextFile(path, read(blob))
    if (text.kind === 'text') return text.file
    throw new SaveRefused(
      text.faults.map(({ line, message }) => ({ path: '', message: `${path}, line ${line}: ${message}.` })),
    )
  }

  const settingsAt = (blob: string | null) => readSettings(blob === null ? null : read(blob))

  return {
    /** A page with its Markdown; one that has no file yet is empty. Throws SaveRefused while its file can't be read. */
    async page(name: StaticPageName) {
      const path = pagePath(name)
      const blob = store.blobAt(path)
      const url = `/${name}`
      if (blob === null)
        return {
          name,
          url,
          title: '',
          metaDescription: null,
          markdown: '',
          content: '',
          updatedAt: null,
          revision: null,
        }
      const { fields, markdown } = textAt(path, blob)
      const { html } = await renderFile(blob, read, renderBody)
      const { title, metaDescription } = fields as { title: string; metaDescription: string | null }
      return {
        name,
        url,
        title,
        metaDescription,
        markdown,
        content: html,
        updatedAt: store.changedAt(path),
        revision: blob,
      }
    },

    /** Throws SaveRefused and what the lane throws. */
    savePage: async (name: StaticPageName, patch: PagePatch, { revision, ...by }: From): Promise<SiteSave> => {
      const path = pagePath(name)
      const ended = await commit<SiteSave>(by, async () => {
        const blob = store.blobAt(path)
        const plan = blob === null ? await newPage(path, patch) : await changedPage(path, blob, patch, revision)
        if (plan.kind === 'conflict') return { ending: plan }
        const { bytes } = plan
        if (bytes === null) return { ending: { kind: 'saved', commit: null } }
        return {
          changes: [{ path, bytes, expected: blob }],
          message: `Update page: ${plan.title}`,
          result: { kind: 'saved', commit: null },
        }
      })
      return withCommit(ended)
    },

    /** The values that hold, with the file's faults in words. */
    settings() {
      const blob = store.blobAt(settingsPath)
      const { settings, faults } = settingsAt(blob)
      return {
        settings: completed(settings),
        problems: faults.map(({ line, message }) => `Line ${line}: ${message}`),
        updatedAt: store.changedAt(settingsPath),
        revision: blob,
      }
    },

    /** Throws SaveRefused and what the lane throws. */
    saveSettings: async (patch: SettingsPatch, { revision, ...by }: From): Promise<SiteSave> => {
      const ended = await commit<SiteSave>(by, async () => {
        const blob = store.blobAt(settingsPath)
        const theirs = completed(settingsAt(blob).settings)
        const base = revision === undefined || revision === blob ? theirs : baseSettings(revision)
        const yours = { ...(base ?? theirs), ...patch }
        const { fields, conflicts } = mergeItem(base, base ? yours : patch, theirs, noText)
        if (conflicts.length > 0) {
          const versions = {
            base: base && { ...base },
            theirs: { ...theirs, ...(blob && { revision: blob }) },
            yours,
          }
          return { ending: conflictOf({ ...versions, conflicts }) }
        }
        const changed = Object.entries(changedFrom(theirs, fields))
        if (changed.length === 0) return { ending: { kind: 'saved', commit: null } }
        const keys = Object.fromEntries(
          changed.map(([name, value]) => [name, optional.has(name) && value === '' ? undefined : value]),
        )
        const bytes = changedSettings(blob === null ? null : read(blob), keys)
        const message = `Update site: ${changed.map(([name]) => name).join(', ')}`
        return {
          changes: [{ path: settingsPath, bytes, expected: blob }],
          message,
          result: { kind: 'saved', commit: null },
        }
      })
      return withCommit(ended)
    },
  }

  function baseSettings(revision: string) {
    try {
      return completed(settingsAt(revision).settings)
    } catch {
      // A client may name any blob.
      return null
    }
  }

  type PagePlan = { kind: 'planned'; bytes: Buffer | null; title: string } | SaveConflict

  async function newPage(path: string, { title = '', metaDescription, content = '' }: PagePatch): Promise<PagePlan> {
    if (title === '') throw new SaveRefused([{ path: 'title', message: 'Title is required' }])
    return { kind: 'planned', bytes: newTextFile(path, { title, metaDescription }, content), title }
  }

  async function changedPage(
    path: string,
    blob: string,
    patch: PagePatch,
    revision: string | undefined,
  ): Promise<PagePlan> {
    const theirs = textAt(path, blob)
    const base = revision === undefined || revision === blob ? theirs : textVersion(read, path, revision)
    const { content, contentFormat, ...fields } = patch
    const from = base ?? theirs
    const yours: Version = {
      fields: { ...base?.fields, ...fields },
      markdown:
        content === undefined
          ? from.markdown
          : await markdownOfBody(
              { content, contentFormat },
              from.markdown,
              async (markdown) => (await renderBody({ key: blob, markdown })).html,
              texts,
            ),
    }
    const merged = await mergeVersions(base, yours, theirs, texts)
    if (merged.kind === 'conflict')
      return conflictOf({
        base: base && { ...base.fields, markdown: base.markdown },
        theirs: { ...theirs.fields, markdown: theirs.markdown, revision: blob },
        yours: { ...yours.fields, markdown: yours.markdown },
        conflicts: merged.conflicts,
      })
    const bytes = changedTextFile(theirs, merged.changed, merged.markdown)
    const title = String({ ...theirs.fields, ...merged.changed }.title)
    const same = bytes.equals(Buffer.from(theirs.head + theirs.markdown))
    return { kind: 'planned', bytes: same ? null : bytes, title }
  }
}

/** `site.yaml` has no body. */
const noText = (_: string, text: string) => ({ kind: 'merged' as const, text })

/** Keys that a site may do without; emptied, they go. */
const optional: ReadonlySet<string> = new Set(['email', 'postalAddress'])

/** The settings with a text for what is left out, as fields show it. */
function completed(settings: SiteSettings) {
  const known = Object.fromEntries(
    Object.keys(siteSettings.shape).map((name) => [name, settings[name as keyof SiteSettings]]),
  )
  return { ...(known as SiteSettings), email: settings.email ?? '', postalAddress: settings.postalAddress ?? '' }
}
