import type { StaticPageName } from '#domain/content.ts'
import type { AdminDownload, DeletedDownload } from '#domain/downloads.ts'
import type { PagePatch, SettingsPatch, SitePage, SiteSettingsAnswer } from '#domain/site-files.ts'
import { adminRead, adminSendForm, adminWrite, newIdempotencyKey } from './admin-request.ts'

/** Query keys: the path first. */
export const siteFileKeys = {
  page: (name: StaticPageName) => ['/api/pages', name] as const,
  settings: ['/api/settings'] as const,
  downloads: ['/api/downloads'] as const,
  deletedDownloads: ['/api/downloads', 'deleted'] as const,
}

/** What a change started from, and the key of the attempt. */
interface From {
  revision: string | null
  key: string
}

const headersOf = ({ revision, key }: From) => ({
  'Idempotency-Key': key,
  ...(revision && { 'If-Match': `"${revision}"` }),
})

/** `GET /api/pages/{name}`. Throws `RequestError` 422 while the file can't be read. */
export const readPage = (name: StaticPageName) => adminRead<SitePage>(`/api/pages/${name}`)

/** `PATCH /api/pages/{name}`. Throws `RequestError`: 409 with all versions when somebody else changed the same, 422 with `issues`. */
export const updatePage = (name: StaticPageName, patch: PagePatch, from: From) =>
  adminWrite<SitePage>('PATCH', `/api/pages/${name}`, { payload: patch, headers: headersOf(from) })

/** `GET /api/settings`. */
export const readSiteSettings = () => adminRead<SiteSettingsAnswer>('/api/settings')

/** `PATCH /api/settings`. Throws `RequestError` as `updatePage`. */
export const updateSiteSettings = (patch: SettingsPatch, from: From) =>
  adminWrite<SiteSettingsAnswer>('PATCH', '/api/settings', { payload: patch, headers: headersOf(from) })

/** `POST /api/undo`: takes a save back. Throws `RequestError`: 409 when somebody has changed its files since. */
export const undoCommit = (commit: string) =>
  adminWrite<{ undone: string }>('POST', '/api/undo', {
    payload: { commit },
    headers: { 'Idempotency-Key': newIdempotencyKey() },
  })

/** `GET /api/downloads`, as administrators see it. */
export async function listDownloads(): Promise<Array<AdminDownload>> {
  const answer = await adminRead<unknown>('/api/downloads')
  return Array.isArray(answer) ? answer : []
}

interface Sending {
  key: string
  /** Told the part of the file that is sent, from 0 to 1. */
  onProgress?: (part: number) => void
}

/** `POST /api/downloads`. Throws `RequestError`: 413 and 422 for a file that is not taken. */
export async function addDownload(
  fields: Readonly<Record<string, string | boolean>>,
  file: File,
  { key, onProgress }: Sending,
): Promise<AdminDownload> {
  const response = await adminSendForm('/api/downloads', formOf(fields, file), {
    headers: { 'Idempotency-Key': key },
    ...(onProgress && { onProgress }),
  })
  return (await response.json()) as AdminDownload
}

/** `PATCH /api/downloads/{id}`, with a new file or without. Throws `RequestError`: 409 with all versions, 413, 422. */
export async function updateDownload(
  id: number,
  fields: Readonly<Record<string, string | boolean>>,
  file: File | null,
  from: From & Sending & { fileRevision: string | null },
): Promise<AdminDownload> {
  const path = `/api/downloads/${id}`
  if (!file) return adminWrite<AdminDownload>('PATCH', path, { payload: fields, headers: headersOf(from) })
  const all = { ...fields, ...(from.fileRevision && { fileRevision: from.fileRevision }) }
  const response = await adminSendForm(path, formOf(all, file), {
    method: 'PATCH',
    headers: headersOf(from),
    ...(from.onProgress && { onProgress: from.onProgress }),
  })
  return (await response.json()) as AdminDownload
}

/** `GET /api/downloads/deleted`: what went last comes first. */
export const readDeletedDownloads = () => adminRead<Array<DeletedDownload>>('/api/downloads/deleted')

/** `POST /api/downloads/{id}/restore`. Answers the download, under another name when its own is taken. */
export const restoreDownload = (id: number, { commit, key }: { commit: string; key: string }) =>
  adminWrite<AdminDownload>('POST', `/api/downloads/${id}/restore`, {
    payload: { commit },
    headers: { 'Idempotency-Key': key },
  })

/** `DELETE /api/downloads/{id}`; `undoCommit` and `restoreDownload` bring it back. Throws `RequestError`: 409 when somebody has changed it. */
export const removeDownload = (id: number, from: From) =>
  adminWrite<{ deleted: true; id: number; commit: string | null }>('DELETE', `/api/downloads/${id}`, {
    headers: headersOf(from),
  })

function formOf(fields: Readonly<Record<string, string | boolean>>, file: File): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  form.append('file', file, file.name)
  return form
}
