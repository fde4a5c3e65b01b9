import { isDeepStrictEqual } from 'node:util'
import { changedFrom, mergeItem } from '#domain/item/merge-item.ts'
import type { CategorySettings } from '#domain/site/category-settings.ts'
import { allParts } from '#domain/site/site-profile.ts'
import { startingCategories } from '#domain/site/starting-categories.ts'
import { subjectOf } from '#domain/site/subject.ts'
import type { SettingsPatch } from '#domain/site-files.ts'
import { type SiteSettings, siteSettings } from '#domain/site-settings.ts'
import type { ContentStore } from '../catalog/store.ts'
import { readText as readFile } from '../frontmatter/frontmatter.ts'
import { editFrontmatter } from '../frontmatter/frontmatter-edit.ts'
import { keepSpelling } from '../frontmatter/keep-spelling.ts'
import { parseSafeYaml, YamlFault } from '../frontmatter/safe-yaml.ts'
import type { TextWork } from '../markdown/text-work.ts'
import { settingsPath } from '../read/file-kind.ts'
import { readSettings } from '../read/settings.ts'
import { type Commit, type SaveFrom, SaveRefused, type SaveResult } from './committing.ts'
import { planUpdate, type SavedKind } from './plan.ts'

/** Reads and saves `site.yaml`. Each save is one commit that changes only the given keys. */
export function createSettingsSaving(parts: {
  store: Pick<ContentStore, 'blobAt' | 'changedAt' | 'reader'>
  read: (blob: string) => Promise<Uint8Array>
  texts: Pick<TextWork, 'merge'>
  commit: Commit
}) {
  const { store, read, texts, commit } = parts
  const bytesOf = async (blob: string | null) => (blob === null ? null : read(blob))
  const find = () => ({ path: settingsPath, blob: store.blobAt(settingsPath) })
  const versionOf = async (blob: string | null) => ({
    fields: completed(readSettings(await bytesOf(blob)).settings),
    markdown: null,
    blob,
  })

  type Version = Awaited<ReturnType<typeof versionOf>>
  const site: SavedKind<typeof settingsPath, SettingsPatch, Version> = {
    singular: 'site',
    find,
    read: ({ blob }) => versionOf(blob),
    async versionAt(_, blob) {
      try {
        return await versionOf(blob)
      } catch {
        // A client may send any blob id as a revision.
        return null
      }
    },
    edited: async (patch, base) => ({ fields: { ...base?.fields, ...patch }, markdown: null }),
    async write({ fields, blob }, { changed }) {
      const names = Object.keys(changed)
      if (names.length === 0) return { changes: [], title: '' }
      const bytes = changedSettings(await bytesOf(blob), changed, fields)
      return { changes: [{ path: settingsPath, bytes, expected: blob }], title: names.join(', ') }
    },
  }

  return {
    /** The settings in effect, and the faults of the file as text. */
    async current() {
      const { blob } = find()
      const updatedAt = store.changedAt(settingsPath)
      const { settings, faults } = readSettings(await bytesOf(blob))
      return {
        settings: completed(settings),
        problems: faults.map(({ line, message }) => `Line ${line}: ${message}`),
        articlesIn: store.reader.categoryCounts(),
        updatedAt,
        revision: blob,
      }
    },

    /** Throws SaveRefused and the errors of the write lane. */
    save(patch: SettingsPatch, { revision, ...by }: SaveFrom): Promise<SaveResult<string>> {
      return commit<SaveResult<string>>(by, () =>
        planUpdate(site, settingsPath, patch, revision, texts),
      )
    },
  }
}

/** What an import adds to `site.yaml`. */
export interface AddedSettings {
  categories: ReadonlyArray<Pick<CategorySettings, 'key' | 'label'>>
  /** Names that categories of the site had elsewhere, with their keys. */
  formerCategories: Readonly<Record<string, string>>
}

/**
 * `site.yaml` with more categories behind those that the site has, and more names that these had.
 * Throws SaveRefused.
 */
export function withAdded(bytes: Uint8Array | null, more: AddedSettings): Buffer {
  const values = completed(readSettings(bytes).settings)
  const added = more.categories.filter(
    ({ key }) => !values.categories?.some((one) => one.key === key),
  )
  const changed = {
    ...(added.length > 0 && { categories: [...(values.categories ?? []), ...added] }),
    formerCategories: { ...more.formerCategories, ...values.formerCategories },
  }
  return changedSettings(bytes, changed, values)
}

/**
 * `site.yaml` as it is now, without what a commit changed in it; null where others have changed the
 * same since. Throws SaveRefused.
 */
export function withoutChange(
  now: Uint8Array,
  before: Uint8Array | null,
  after: Uint8Array,
): Buffer | null {
  const [values, base, back] = [now, after, before].map((bytes) =>
    completed(readSettings(bytes).settings),
  )
  const { fields, conflicts } = mergeItem(base!, back!, values!, noText)
  return conflicts.length > 0 ? null : changedSettings(now, changedFrom(values!, fields), values!)
}

/** `site.yaml` has no body. */
const noText = (_: string, text: string) => ({ kind: 'merged' as const, text })

/** The optional keys as the forms show them where the file has none: the defaults hold. */
const unset = {
  email: '',
  postalAddress: '',
  social: [],
  logo: '',
  favicon: '',
  categories: startingCategories,
  levels: null,
  versions: null,
  navigation: null,
  theme: {},
  footer: {},
  texts: {},
  formerCategories: {},
  parts: allParts,
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
  return {
    ...(known as SiteSettings),
    ...Object.fromEntries(missing),
    email,
    postalAddress,
    subject,
  }
}

/**
 * `site.yaml` with changed values; comments, order, unknown keys and all other bytes stay. `values`
 * are those of the file. Throws SaveRefused when the file can't be read, or the result would not be
 * valid.
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
        isDefault(name, value) ? undefined : keepSpelling(data[name], values[name], value),
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
