import type { FileKind } from '#domain/document/document-kinds.ts'
import type { AdminDownload } from '#domain/downloads.ts'
import { downloadTable } from '#domain/item/download-fields.ts'
import { changedFrom } from '#domain/item/merge-item.ts'
import type { NewPage, SitePage, SiteSettingsAnswer } from '#domain/site-files.ts'
import { adminCall } from '../../api/admin-call.ts'
import { writeContent } from '../../api/content-writes.ts'
import type { DocumentForm, Version } from './document-form.ts'
import { pageLabels } from './field-words.ts'
import type {
  FileCreation,
  FileDeletion,
  FileRestoring,
  FileSave,
  FileWork,
  SentItem,
} from './queue/outgoing.ts'
import { withFields } from './queue/queue-rules.ts'
import { settingsLabels } from './settings-labels.ts'

/** How a write is made once although it may be sent again, and what is told of its progress. */
export interface FileAttempt {
  key: string
  /** Whose write it is. */
  user?: number | undefined
  /** Called with the part of a new file that is sent, from 0 to 1. */
  onProgress?: ((part: number) => void) | undefined
}

/** What a file document is: its fields on the screen, its calls, and the way between them. */
interface FileDocument<Answer> {
  /** Labels of its fields, and of what is merged by itself. */
  labels: Readonly<Record<string, string>>
  /** The address of the form with this stored draft. */
  address(form: string): string
  read(item: string): Promise<Answer>
  save(work: FileSave, attempt: FileAttempt): Promise<Answer>
  create?(work: FileCreation, attempt: FileAttempt): Promise<Answer>
  delete?(work: FileDeletion, attempt: FileAttempt): Promise<{ commit: string | null }>
  restore?(work: FileRestoring, attempt: FileAttempt): Promise<Answer>
  /** The fields of an answer, as versions in conflicts have them. */
  versionOf(answer: Answer): Version
  /** The values of the form in a version, of those fields that it has. */
  valuesOf(version: Version): Version
}

/** What the calls answer. */
export interface FileAnswers {
  pages: SitePage
  settings: SiteSettingsAnswer
  downloads: AdminDownload
}

const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const downloadLabels: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(downloadTable).map(([name, { label }]) => [name, label])),
  file: 'New File',
}

/**
 * The registry of documents that are not items: the editing session and the queue find here what is
 * different.
 */
export const fileDocuments: { readonly [Kind in FileKind]: FileDocument<FileAnswers[Kind]> } = {
  pages: {
    labels: pageLabels,
    address: (form) => `/admin/site?page=${encodeURIComponent(form)}`,
    read: (path) => adminCall('GET /api/pages/{path}', { params: { path } }),
    save: ({ item, patch, revision }, attempt) => {
      const body = 'content' in patch ? { ...patch, contentFormat: 'markdown' as const } : patch
      return writeContent('PATCH /api/pages/{path}', {
        params: { path: String(item) },
        body,
        revision,
        ...attempt,
      })
    },
    create: ({ fields }, attempt) =>
      writeContent('POST /api/pages', { body: fields as unknown as NewPage, ...attempt }),
    delete: ({ item, revision }, attempt) =>
      writeContent('DELETE /api/pages/{path}', {
        params: { path: String(item) },
        revision,
        ...attempt,
      }),
    restore: ({ item, commit }, attempt) =>
      writeContent('POST /api/page-versions/{commit}/{path}', {
        params: { commit, path: String(item) },
        ...attempt,
      }),
    versionOf: (page) => ({ ...page }),
    valuesOf: (version) => ({
      ...('title' in version && { title: text(version.title) }),
      ...('metaDescription' in version && { metaDescription: text(version.metaDescription) }),
      ...('markdown' in version && { content: text(version.markdown) }),
      ...('draft' in version && { draft: version.draft === true }),
    }),
  },
  settings: {
    labels: settingsLabels,
    address: (form) => (form === 'look' ? '/admin/site?page=look' : '/admin/site'),
    read: () => adminCall('GET /api/settings'),
    save: ({ patch, revision }, attempt) =>
      writeContent('PATCH /api/settings', { body: patch, revision, ...attempt }),
    versionOf: ({ settings, revision }) => ({ ...settings, revision }),
    valuesOf: ({ revision: _, ...fields }) => fields,
  },
  downloads: {
    labels: downloadLabels,
    address: (form) => `/admin/downloads?edit=${form}`,
    async read(item) {
      const found = (await adminCall('GET /api/downloads')).find(({ id }) => String(id) === item)
      if (!found) throw new Error('This download is not there any more.')
      return found
    },
    save: ({ item, patch: { file: _, ...patch }, revision, file }, attempt) => {
      const replaced = file && {
        ...(file.revision && { fileRevision: file.revision }),
        file: file.file,
      }
      const change = replaced ? { form: { ...patch, ...replaced } } : { body: patch }
      return writeContent('PATCH /api/downloads/{id}', {
        params: { id: Number(item) },
        ...change,
        revision,
        ...attempt,
      })
    },
    create({ fields: { file: _, ...fields }, file }, attempt) {
      if (!file) throw new Error('A download without its file can’t be added.')
      return writeContent('POST /api/downloads', {
        form: { ...(fields as { title: string }), file: file.file },
        ...attempt,
      })
    },
    delete: ({ item, revision }, attempt) =>
      writeContent('DELETE /api/downloads/{id}', {
        params: { id: Number(item) },
        revision,
        ...attempt,
      }),
    restore: ({ item, commit }, attempt) =>
      writeContent('POST /api/downloads/{id}/restore', {
        params: { id: Number(item) },
        body: { commit },
        ...attempt,
      }),
    versionOf: ({ ownFileType, ...download }) => ({ ...download, fileType: ownFileType }),
    valuesOf: (version) => ({
      title: text(version.title),
      description: text(version.description),
      fileType: text(version.fileType),
      tempo: text(version.tempo),
      key: text(version.key),
      preview: text(version.preview),
      tags: Array.isArray(version.tags) ? version.tags.map(text) : [],
      imageUrl: text(version.imageUrl),
      imageAlt: text(version.imageAlt),
      draft: version.draft === true,
      // A version has no file that is to be uploaded; a conflict names it.
      file: text(version.file),
    }),
  },
}

/** A document by a kind that is known at run time only. */
export function fileDocument(kind: FileKind): FileDocument<FileAnswers[FileKind]> {
  return fileDocuments[kind] as FileDocument<FileAnswers[FileKind]>
}

/** The form of a file; `names` are its fields, when it has only some of the document's. */
export function fileForm<Values extends object>(
  kind: FileKind,
  names: ReadonlyArray<string> | null = null,
): DocumentForm<Values> {
  const { labels, valuesOf } = fileDocument(kind)
  return {
    names,
    nameOf: (key) => key,
    valuesOf(version) {
      const all = Object.entries(valuesOf(version as Version))
      const shown = names ? all.filter(([name]) => names.includes(name)) : all
      return Object.fromEntries(shown) as Values
    },
    labelOf: (key) => labels[key] ?? key,
    textOf: valueText,
    byHand: new Set(),
    changesOf(base, values) {
      const patch = changedFrom(base, values)
      const was = Object.entries(base).filter(([name]) => name in patch)
      return Object.keys(patch).length > 0 ? { patch, from: Object.fromEntries(was) } : null
    },
  }
}

/**
 * A value of a field of a file as text, for comparison word by word: one line for each entry of a
 * list.
 */
function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(entryText).join('\n')
  return entryText(value)
}

function entryText(value: unknown): string {
  return typeof value === 'object' && value !== null
    ? Object.values(value).map(valueText).join(': ')
    : String(value)
}

/** Makes a write. Throws as `adminCall`. */
export function sendFile(work: FileWork, attempt: FileAttempt): Promise<unknown> {
  const send = fileDocument(work.type)[work.kind] as
    | ((work: FileWork, attempt: FileAttempt) => Promise<unknown>)
    | undefined
  if (!send) throw new Error(`The site has no call to ${work.kind} ${work.type}.`)
  return send(work, attempt)
}

/** The version that a write made, in the fields of its form. */
export function sentVersion(
  work: Exclude<FileWork, FileDeletion>,
  answer: FileAnswers[FileKind],
): SentItem {
  const { versionOf, valuesOf } = fileDocument(work.type)
  const id =
    'id' in answer
      ? answer.id
      : 'name' in answer
        ? answer.name
        : work.kind === 'save'
          ? work.item
          : ''
  // A page moves by a save of its name.
  const name = 'name' in answer && { name: answer.name }
  return withFields(
    { id, revision: answer.revision ?? '' },
    { ...name, ...valuesOf(versionOf(answer)) },
  )
}
