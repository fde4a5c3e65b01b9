import { isDeepStrictEqual } from 'node:util'
import type { StaticPageName } from '#domain/content.ts'
import { changedFrom, mergeItem } from '#domain/item/merge-item.ts'
import { startingCategories } from '#domain/site/starting-categories.ts'
import { subjectOf } from '#domain/site/subject.ts'
import type { PagePatch, SettingsPatch } from '#domain/site-files.ts'
import { type SiteSettings, siteSettings } from '#domain/site-settings.ts'
import type { Saver } from '../../http/mount-calls.ts'
import { type RenderBody, renderFile } from '../body.ts'
import { settingsPath } from '../file-kind.ts'
import { readText as readFile } from '../frontmatter.ts'
import { editFrontmatter } from '../frontmatter-edit.ts'
import type { TextWork } from '../markdown/text-work.ts'
import { mergeVersions } from '../merging.ts'
import { parseSafeYaml, YamlFault } from '../safe-yaml.ts'
import { type Commit, conflictOf, type Plan, type SaveConflict, SaveRefused } from '../saving/committing.ts'
import { changedFile, hasBytes, newFile, readText, versionAt } from '../saving/content-text.ts'
import { markdownOfBody } from '../saving/sent-item.ts'
import { readSettings } from '../settings.ts'
import type { ContentStore } from '../store.ts'
import { asWritten } from './as-written.ts'

type Saved = { kind: 'saved'; commit: string | null }
/** The result of a save that was not refused. `commit` is null when nothing changed, or when an earlier attempt made the commit. */
export type SiteSave = Saved | { kind: 'missing' } | SaveConflict

interface From extends Saver {
  revision: string | undefined
}

const pagePath = (name: StaticPageName) => `pages/${name}.md`

/** Reads and saves the static pages and `site.yaml`. Each save is one commit that changes only the given fields. */
export function createSiteSaving(parts: {
  store: Pick<ContentStore, 'blobAt' | 'changedAt' | 'reader'>
  read: (blob: string) => Uint8Array
  renderBody: RenderBody
  texts: TextWork
  commit: Commit
}) {
  const { store, read, renderBody, texts, commit } = parts

  function pageAt(path: string, blob: string) {
    const page = readText(['pages'], path, read(blob))
    if (page.kind === 'read') return { ...page.text, blob }
    throw new SaveRefused(
      page.faults.map(({ line, message }) => ({ path: '', message: `${path}, line ${line}: ${message}.` })),
    )
  }

  const settingsAt = (blob: string | null) => readSettings(blob === null ? null : read(blob))

  return {
    /** A page with its Markdown, empty when it has no file. Throws SaveRefused when its file can't be read. */
    async page(name: StaticPageName) {
      const path = pagePath(name)
      const blob = store.blobAt(path)
      const url = `/${name}`
      if (blob === null) {
        const texts = { title: '', metaDescription: null, markdown: '', content: '' }
        return { name, url, ...texts, updatedAt: null, revision: null }
      }
      const { entry, markdown } = pageAt(path, blob)
      const { title, metaDescription } = entry
      const { html } = await renderFile(blob, read, renderBody)
      const texts = { title, metaDescription, markdown, content: html }
      return { name, url, ...texts, updatedAt: store.changedAt(path), revision: blob }
    },

    /** Throws SaveRefused and the errors of the write lane. */
    async savePage(name: StaticPageName, patch: PagePatch, { revision, ...by }: From): Promise<SiteSave> {
      const path = pagePath(name)
      return commit<SiteSave>(by, async () => {
        const blob = store.blobAt(path)
        return blob === null ? newPage(path, patch) : changedPage(path, blob, patch, revision)
      })
    },

    /** The settings in effect, and the faults of the file as text. */
    settings() {
      const blob = store.blobAt(settingsPath)
      const { settings, faults } = settingsAt(blob)
      return {
        settings: completed(settings),
        problems: faults.map(({ line, message }) => `Line ${line}: ${message}`),
        articlesIn: store.reader.categoryCounts(),
        updatedAt: store.changedAt(settingsPath),
        revision: blob,
      }
    },

    /** Throws SaveRefused and the errors of the write lane. */
    async saveSettings(patch: SettingsPatch, { revision, ...by }: From): Promise<SiteSave> {
      return commit<SiteSave>(by, async () => {
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
        if (changed.length === 0) return { ending: saved }
        const bytes = changedSettings(blob === null ? null : read(blob), Object.fromEntries(changed), theirs)
        const message = `Update site: ${changed.map(([name]) => name).join(', ')}`
        return {
          changes: [{ path: settingsPath, bytes, expected: blob }],
          message,
          result: saved,
          isMerged: base !== theirs,
        }
      })
    },
  }

  function baseSettings(revision: string) {
    try {
      return completed(settingsAt(revision).settings)
    } catch {
      // A client may send any blob id as a revision.
      return null
    }
  }

  function newPage(path: string, { title = '', metaDescription, content = '' }: PagePatch): Plan<SiteSave> {
    if (title === '') throw new SaveRefused([{ path: 'title', message: 'Title is required' }])
    const bytes = newFile('pages', path, { title, metaDescription }, content)
    return { changes: [{ path, bytes, expected: null }], message: `Update page: ${title}`, result: saved }
  }

  async function changedPage(
    path: string,
    blob: string,
    { content, contentFormat, ...patched }: PagePatch,
    revision: string | undefined,
  ): Promise<Plan<SiteSave>> {
    const theirs = pageAt(path, blob)
    const base = revision === undefined || revision === blob ? theirs : versionAt(['pages'], path, revision, read)
    const from = base ?? theirs
    const render = async (markdown: string) => (await renderBody({ key: blob, markdown })).html
    const markdown =
      content === undefined
        ? from.markdown
        : await markdownOfBody({ content, contentFormat }, from.markdown, render, texts)
    const merged = await mergeVersions(base, { fields: { ...base?.fields, ...patched }, markdown }, theirs, texts)
    if (merged.kind === 'conflict') return { ending: merged }
    const bytes = changedFile(theirs, merged.changed, merged.markdown)
    if (hasBytes(theirs, bytes)) return { ending: saved }
    const { title } = { ...theirs.fields, ...merged.changed }
    const message = `Update page: ${title}`
    return { changes: [{ path, bytes, expected: blob }], message, result: saved, isMerged: base !== theirs }
  }
}

/** A save before its commit is known. */
const saved: SiteSave = { kind: 'saved', commit: null }

/** `site.yaml` has no body. */
const noText = (_: string, text: string) => ({ kind: 'merged' as const, text })

/** The optional keys as the forms show them where the file has none: the defaults hold. */
const unset = {
  ...{ email: '', postalAddress: '', logo: '', favicon: '' },
  ...{ categories: startingCategories, levels: null, versions: null, navigation: null },
  ...{ theme: {}, footer: {}, texts: {}, parts: { news: true, newsletters: true, downloads: true } },
}

/** Whether a key is removed from the file because its value says nothing. */
function isDefault(name: string, value: unknown): boolean {
  if (name === 'categories' && isDeepStrictEqual(value, [])) return true
  return name in unset && isDeepStrictEqual(value, unset[name as keyof typeof unset])
}

/** The settings with empty values for missing ones, as the forms show them. */
function completed(settings: SiteSettings) {
  const known = Object.fromEntries(
    Object.keys(siteSettings.shape).map((name) => [name, settings[name as keyof SiteSettings]]),
  )
  const missing = Object.entries(unset).filter(([name]) => known[name] === undefined)
  // An empty address is no valid value of the file.
  const { email = '', postalAddress = '' } = settings
  const subject = subjectOf(settings)
  return { ...(known as SiteSettings), ...Object.fromEntries(missing), email, postalAddress, subject }
}

/**
 * `site.yaml` with changed values; comments, order, unknown keys and all other bytes stay. `values` are those of the file. Throws SaveRefused when
 * the file can't be read, or the result would not be valid.
 */
function changedSettings(
  bytes: Uint8Array | null,
  changed: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): Buffer {
  const text = bytes === null ? '' : readFile(bytes)
  if (typeof text !== 'string') throw refused(text.fault.message)
  const mark = bytes?.[0] === 0xef ? '\uFEFF' : ''
  const eol = /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n'
  const closed = text === '' || text.endsWith('\n') ? text : text + eol
  const fence = `---${eol}`
  try {
    const { data } = parseSafeYaml(text)
    const changes: Record<string, unknown> = Object.fromEntries(
      Object.entries(changed).map(([name, value]) => [
        name,
        isDefault(name, value) ? undefined : asWritten(data[name], values[name], value),
      ]),
    )
    // What the site is about doesn't change because it lists categories, or lists none any more.
    const { categories } = { ...data, ...changes }
    const subject = changed.subject ?? values.subject
    if (subject !== subjectOf({ categories })) changes.subject = subject
    else if ('subject' in changed || categories === undefined) changes.subject = undefined
    const edited = editFrontmatter(fence + closed + fence, changes)
    const result = Buffer.from(mark + edited.slice(fence.length, -fence.length).toWellFormed())
    const before = readSettings(bytes).faults.map(({ message }) => message)
    const fault = readSettings(result).faults.find(({ message }) => !before.includes(message))
    if (fault) throw refused(fault.message)
    return result
  } catch (error) {
    if (error instanceof YamlFault) throw refused(`site.yaml, line ${error.line}: ${error.message}`)
    throw error
  }
}

function refused(message: string): SaveRefused {
  return new SaveRefused([{ path: '', message: `${message}.` }])
}
