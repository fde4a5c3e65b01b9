import type { ContentType } from '#domain/content.ts'
import type { SitePage } from '#domain/site-files.ts'
import { adminCall, callKeyOf } from '../../../api/admin-call.ts'
import { contentKeys, type ItemAtCommit, type ItemCommit } from '../../../api/admin-content.ts'
import { formName, type ItemVersion, valuesOf } from '../../documents/draft-values.ts'
import { fieldLabel, fieldText, pageLabels } from '../../documents/field-words.ts'
import type { Restoring } from '../../documents/queue/outgoing.ts'
import { versionAddress } from '../../shell/navigation.tsx'

/** What has a history: an item, or a page of the site's own texts. */
export interface HistorySubject {
  title: string
  /** The query key of its history. */
  key: ReadonlyArray<unknown>
  versions(): Promise<ReadonlyArray<ItemCommit>>
  version(commit: string, against: 'before' | 'now'): Promise<VersionAtCommit>
  /** The write that restores a version. */
  restoring(commit: string): Restoring
  /** The address that shows a version as a page; null for none. */
  addressOf(commit: string): string | null
  /** The label of a field. */
  labelOf(field: string): string
  /** A value of a field as text, by the clock of the site; empty for the text itself. */
  textOf(field: string, value: unknown, timeZone: string): string
}

/** A version with what it changed. */
export type VersionAtCommit = Omit<ItemAtCommit, 'item'> & {
  item: {
    title: string
    /** Sanitized HTML. */
    content: string
    articles?: ReadonlyArray<{ title: string; content: string }>
  } | null
}

/** An article, a news item or an issue. */
export function itemHistory(type: ContentType, id: number, title: string): HistorySubject {
  return {
    title,
    key: contentKeys.history(type, id),
    versions: () => adminCall(`GET /api/${type}/{id}/history`, { params: { id } }),
    version: (commit, against) =>
      adminCall(`GET /api/${type}/{id}/history/{commit}`, {
        params: { id, commit },
        query: { against },
      }),
    restoring: (commit) => ({ kind: 'restore', type, item: id, commit }),
    addressOf: (commit) => versionAddress(type, id, commit),
    labelOf(field) {
      const name = formName(field)
      return name === 'content' ? 'Text' : fieldLabel(type, name)
    },
    textOf(field, value, timeZone) {
      const name = formName(field)
      if (name === 'content' || value === null) return ''
      return fieldText(valuesOf(type, { [field]: value } as ItemVersion, timeZone)[name])
    },
  }
}

/** A page of the site's own texts. */
export function pageHistory({ name: path, title }: SitePage): HistorySubject {
  return {
    title,
    key: callKeyOf('GET /api/page-history/{path}', { params: { path } }),
    versions: () => adminCall('GET /api/page-history/{path}', { params: { path } }),
    version: (commit, against) =>
      adminCall('GET /api/page-versions/{commit}/{path}', {
        params: { commit, path },
        query: { against },
      }),
    restoring: (commit) => ({ kind: 'restore', type: 'pages', item: path, commit }),
    addressOf: () => null,
    labelOf: (field) => new Map(Object.entries(pageLabels)).get(field) ?? field,
    textOf: (_, value) => (value === null ? '' : fieldText(value as string | boolean)),
  }
}
