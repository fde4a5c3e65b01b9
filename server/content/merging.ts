import { derivedIdStart } from '#domain/content.ts'
import type { Log } from '../platform/log.ts'
import type { createContentIds } from './content-ids.ts'
import { giveNewIds, type IdentifiedKind, type SideChange } from './ids-given-twice.ts'
import type { TextWork } from './markdown/text-work.ts'
import { mergeFile } from './merge-file.ts'
import { isSameItem } from './saving/item-history.ts'
import type { ContentStore } from './store.ts'

/** The content's rules for a merge of two checkouts: how a file is merged, and which ids are given anew. Paths are relative to the content folder. */
export function createMerging(parts: {
  store: Pick<ContentStore, 'reader' | 'files'>
  ids: Pick<ReturnType<typeof createContentIds>, 'next'>
  texts: Pick<TextWork, 'merge'>
  now: () => Date
  log: Log
}) {
  const { store, ids, texts, now, log } = parts
  const timeZone = () => store.reader.settings().timeZone

  function nextId(kind: IdentifiedKind, above: number): Promise<number> {
    const own = [...store.files()].flatMap(({ entry }) => (entry?.kind === kind ? [entry.item.id] : []))
    return ids.next(kind, Math.max(above, ...own.filter((id) => id < derivedIdStart)))
  }

  return {
    isSame: isSameItem,
    mergeFile: (path: string, base: Buffer | null, ours: Buffer, theirs: Buffer) =>
      mergeFile(path, base, ours, theirs, timeZone(), texts),
    /** Other bytes of our files, by path: an id that both sides have given stays theirs. */
    async afterMerge(ours: ReadonlyArray<SideChange>, theirs: ReadonlyArray<SideChange>): Promise<Map<string, Buffer>> {
      const renewed = await giveNewIds(ours, theirs, { next: nextId, timeZone: timeZone(), now: now() })
      for (const path of renewed.keys())
        log.warn({ path }, 'another checkout had given the same id; this file got a new one in the merge')
      return renewed
    },
  }
}
