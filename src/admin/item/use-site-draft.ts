import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import {
  pageFields,
  type SettingsFields,
  type SitePage,
  type SiteSettingsAnswer,
  settingsFields,
} from '#domain/site-files.ts'
import { adminCall, callKeyOf } from '../../api/admin-call.ts'
import { writeContent } from '../../api/content-writes.ts'
import { pageLabels } from './history/history-subject.ts'
import { showUndoable } from './show-undoable.ts'
import type { StoredFile } from './stored-file.ts'
import { type FileDraft, type FileDraftOptions, type FileVersion, useFileDraft } from './use-file-draft.ts'
import { usePageList } from './use-page-list.ts'

export interface PageValues {
  title: string
  metaDescription: string
  /** Markdown. */
  content: string
  draft: boolean
}

const pageRules = pageFields.extend({ metaDescription: pageFields.shape.metaDescription.unwrap() })
const pageVersion = (page: SitePage): FileVersion<PageValues> => {
  const { title, metaDescription, draft, markdown, revision, commit } = page
  const values = { title, metaDescription: metaDescription ?? '', content: markdown, draft }
  return { values, revision, commit }
}

/** The editing session of a page. `showRestored` shows a version that the server has restored. */
export interface PageDraft extends FileDraft<PageValues> {
  showRestored(page: SitePage): void
}

/** The editing session of a static page. `flush` passes buffered text of the editor to the form. */
export function usePageDraft(page: SitePage, stored: StoredFile, flush: () => void): PageDraft {
  const { name } = page
  const { show } = usePageList()
  const remember = (saved: SitePage) => {
    show(saved)
    return pageVersion(saved)
  }
  const draft = useUndoable<PageValues>({
    loaded: pageVersion(page),
    stored,
    rules: pageRules,
    labels: pageLabels,
    flush,
    send: async ({ content, ...patch }, from) =>
      remember(
        await writeContent('PATCH /api/pages/{path}', {
          params: { path: name },
          body: { ...patch, ...(content !== undefined && { content, contentFormat: 'markdown' as const }) },
          ...from,
        }),
      ),
    fromServer: (version) => ({
      ...('title' in version && { title: String(version.title ?? '') }),
      ...('metaDescription' in version && { metaDescription: String(version.metaDescription ?? '') }),
      ...('markdown' in version && { content: String(version.markdown ?? '') }),
      ...('draft' in version && { draft: version.draft === true }),
    }),
    reload: async () => remember(await adminCall('GET /api/pages/{path}', { params: { path: name } })),
  })
  return { ...draft, showRestored: (restored) => draft.adopt(remember(restored)) }
}

const settingsLabels: Readonly<Record<keyof SettingsFields, string>> = {
  name: 'Name',
  tagline: 'Tagline',
  description: 'Description',
  disclaimer: 'Disclaimer',
  about: 'About text',
  newsIntro: 'Introduction of the news',
  newslettersIntro: 'Introduction of the newsletter',
  language: 'Language',
  timeZone: 'Time zone',
  email: 'Email',
  postalAddress: 'Postal address',
  social: 'Links',
}

/**
 * The editing session of those keys of `site.yaml` that `rules` names. `onVersion` gets their values after every save and undo.
 */
export function useSiteYamlDraft<Values extends FieldValues>(
  loaded: SiteSettingsAnswer,
  options: Pick<FileDraftOptions<Values>, 'stored' | 'labels'> & {
    rules: z.ZodObject
    onVersion?: (values: Values) => void
  },
): FileDraft<Values> {
  const queries = useQueryClient()
  const { onVersion, ...others } = options
  const names = Object.keys(others.rules.shape)
  const valuesIn = (version: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.filter((name) => name in version).map((name) => [name, version[name]])) as Partial<Values>
  const versionOf = ({ settings, revision, commit }: SiteSettingsAnswer): FileVersion<Values> => ({
    values: valuesIn({ ...settings }) as Values,
    revision,
    commit,
  })
  const remember = (saved: SiteSettingsAnswer) => {
    queries.setQueryData(callKeyOf('GET /api/settings'), saved)
    const version = versionOf(saved)
    onVersion?.(version.values)
    return version
  }
  return useUndoable<Values>({
    ...others,
    loaded: versionOf(loaded),
    send: async (patch, from) => remember(await writeContent('PATCH /api/settings', { body: patch, ...from })),
    fromServer: valuesIn,
    reload: async () => remember(await adminCall('GET /api/settings')),
  })
}

/** The editing session of the texts and details in `site.yaml`, with the labels of its fields. */
export function useSettingsDraft(
  loaded: SiteSettingsAnswer,
  stored: StoredFile,
): FileDraft<SettingsFields> & { labels: typeof settingsLabels } {
  const draft = useSiteYamlDraft<SettingsFields>(loaded, { stored, rules: settingsFields, labels: settingsLabels })
  return { ...draft, labels: settingsLabels }
}

/** A file draft with an Undo button in its toast; `reload` fetches the file afterwards. */
function useUndoable<Values extends FieldValues>({
  reload,
  ...options
}: Omit<FileDraftOptions<Values>, 'onSaved'> & { reload: () => Promise<FileVersion<Values>> }): FileDraft<Values> {
  const draft = useFileDraft<Values>({
    ...options,
    onSaved({ commit }) {
      const message = { title: 'Content updated', description: 'The item has been successfully updated.' }
      showUndoable(message, commit, () => void undone())
    },
  })
  const latest = useRef(draft)
  latest.current = draft
  async function undone() {
    const before = await reload()
    if (!latest.current.dirty) latest.current.adopt(before)
  }
  return draft
}
