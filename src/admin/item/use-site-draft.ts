import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import {
  pageFields,
  type SettingsFields,
  type SitePage,
  type SiteSettingsAnswer,
  settingsFields,
} from '#domain/site-files.ts'
import { adminCall, callKeyOf } from '../../api/admin-call.ts'
import { type FileDraft, type FileDraftOptions, type Held, showUndoable, useFileDraft } from './use-file-draft.ts'

export interface PageValues {
  title: string
  metaDescription: string
  /** Markdown. */
  content: string
}

const pageRules = pageFields.extend({ metaDescription: pageFields.shape.metaDescription.unwrap() })
const pageLabels = { title: 'Title', metaDescription: 'Meta Description', markdown: 'Text' }

const pageHeld = ({ title, metaDescription, markdown, revision, commit }: SitePage): Held<PageValues> => ({
  values: { title, metaDescription: metaDescription ?? '', content: markdown },
  revision,
  commit,
})

/** The editing state of a static page. `flush` writes what the editor still holds back into the form. */
export function usePageDraft(page: SitePage, flush: () => void): FileDraft<PageValues> {
  const queries = useQueryClient()
  const { name } = page
  const remember = (saved: SitePage) => {
    queries.setQueryData(callKeyOf('GET /api/pages/{name}', { params: { name } }), saved)
    return pageHeld(saved)
  }
  return useUndoable<PageValues>({
    loaded: pageHeld(page),
    rules: pageRules,
    labels: pageLabels,
    flush,
    send: async ({ content, ...patch }, from) =>
      remember(
        await adminCall('PATCH /api/pages/{name}', {
          params: { name },
          body: { ...patch, ...(content !== undefined && { content, contentFormat: 'markdown' as const }) },
          ...from,
        }),
      ),
    fromServer: (version) => ({
      ...('title' in version && { title: String(version.title ?? '') }),
      ...('metaDescription' in version && { metaDescription: String(version.metaDescription ?? '') }),
      ...('markdown' in version && { content: String(version.markdown ?? '') }),
    }),
    reload: async () => remember(await adminCall('GET /api/pages/{name}', { params: { name } })),
  })
}

const names = Object.keys(settingsFields.shape) as Array<keyof SettingsFields>

const settingsLabels: Readonly<Record<keyof SettingsFields, string>> = {
  name: 'Name',
  tagline: 'Tagline',
  description: 'Description',
  disclaimer: 'Disclaimer',
  about: 'About text',
  language: 'Language',
  timeZone: 'Time zone',
  email: 'Email',
  postalAddress: 'Postal address',
  social: 'Links',
}

/** Only the fields of the form: a file may have keys of its own. */
function settingsIn(version: Readonly<Record<string, unknown>>): Partial<SettingsFields> {
  return Object.fromEntries(names.filter((name) => name in version).map((name) => [name, version[name]]))
}

const settingsHeld = ({ settings, revision, commit }: SiteSettingsAnswer): Held<SettingsFields> => ({
  values: settingsIn({ ...settings }) as SettingsFields,
  revision,
  commit,
})

/** The editing state of `site.yaml`, with the labels of its fields. */
export function useSettingsDraft(
  loaded: SiteSettingsAnswer,
): FileDraft<SettingsFields> & { labels: typeof settingsLabels } {
  const queries = useQueryClient()
  const remember = (saved: SiteSettingsAnswer) => {
    queries.setQueryData(callKeyOf('GET /api/settings'), saved)
    return settingsHeld(saved)
  }
  const draft = useUndoable<SettingsFields>({
    loaded: settingsHeld(loaded),
    rules: settingsFields,
    labels: settingsLabels,
    send: async (patch, from) => remember(await adminCall('PATCH /api/settings', { body: patch, ...from })),
    fromServer: settingsIn,
    reload: async () => remember(await adminCall('GET /api/settings')),
  })
  return { ...draft, labels: settingsLabels }
}

/** A file draft whose save can be taken back from its toast; `reload` brings what is saved then. */
function useUndoable<Values extends FieldValues>({
  reload,
  ...options
}: Omit<FileDraftOptions<Values>, 'onSaved'> & { reload: () => Promise<Held<Values>> }): FileDraft<Values> {
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
