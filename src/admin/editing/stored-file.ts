import { useEffect, useState } from 'react'
import type { FileKind } from '#domain/document/document-kinds.ts'
import type { Version } from '../documents/document-form.ts'
import { isFileWork, type Outgoing } from '../documents/queue/outgoing.ts'
import type { StoredDraft } from '../documents/stored-draft.ts'
import { useLocal } from '../shell/local-provider.tsx'

/**
 * Where the unsaved text of a file is stored in this browser, and what of the file this browser
 * has.
 */
export interface StoredFile {
  kind: FileKind
  /** The name of the stored draft: of the document, or of one of its forms. */
  item: string
  /** The document, which may have several forms. */
  document: string
  title: string
  /** What an earlier visit stored, in any format. */
  draft: StoredDraft | null
  /** The fields of the saves that wait in the queue, with their newest values; null for none. */
  waiting: Readonly<Record<string, unknown>> | null
}

/** The stored draft of a file that is not an item; undefined while it is being read. */
export function useStoredFile<Kind extends FileKind>({
  kind,
  item,
  title,
  document = item,
}: { kind: Kind; document?: string } & Pick<StoredFile, 'item' | 'title'>):
  | (StoredFile & { kind: Kind })
  | undefined {
  const { drafts, outbox } = useLocal()
  const [found, setFound] = useState<Pick<StoredFile, 'draft' | 'waiting'>>()
  useEffect(() => {
    let here = true
    void Promise.all([drafts.latest(kind, item), outbox.ready]).then(
      ([draft]) =>
        here && setFound({ draft, waiting: waitingFields(outbox.entries(), { kind, item }) }),
    )
    return () => {
      here = false
    }
  }, [drafts, outbox, kind, item])
  return found && { kind, item, document, title, ...found }
}

/** Whether an entry of the queue was saved from the form with this stored draft. */
export function isSaveOf(
  { work }: Outgoing,
  { kind, item }: Pick<StoredFile, 'kind' | 'item'>,
): boolean {
  return work.kind === 'save' && isFileWork(work) && work.type === kind && work.form === item
}

/** Parked changes and those behind them are decided first. */
function waitingFields(
  queue: ReadonlyArray<Outgoing>,
  form: Pick<StoredFile, 'kind' | 'item'>,
): Version | null {
  const own = queue.filter((entry) => isSaveOf(entry, form))
  const parked = own.findIndex(({ state }) => state.kind !== 'waiting')
  const waiting = own.slice(0, parked === -1 ? own.length : parked)
  const patches = waiting.flatMap(({ work }) => (work.kind === 'save' ? [work.patch] : []))
  if (patches.length === 0) return null
  // The bytes of a chosen file stay in the queue.
  const { file: _, ...fields } = Object.assign({}, ...patches)
  return fields
}
