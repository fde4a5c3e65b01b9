import { useEffect, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { sameValue } from '#domain/item/merge-fields.ts'
import { useLocal } from '../offline/local-provider.tsx'
import type { StoredDraft } from '../offline/stored-draft.ts'
import { carriedOver } from '../offline/stored-format.ts'

/** Where the unsaved text of a file is stored in this browser. `draft` is what an earlier visit stored there, in any format. */
export interface StoredFile {
  kind: 'pages' | 'settings' | 'downloads'
  item: string
  title: string
  draft: StoredDraft | null
}

/** The stored draft of a file that is not an item; undefined while it is being read. */
export function useStoredFile({ kind, item, title }: Omit<StoredFile, 'draft'>): StoredFile | undefined {
  const { drafts } = useLocal()
  const [draft, setDraft] = useState<StoredDraft | null>()
  useEffect(() => {
    let here = true
    void drafts.latest(kind, item).then((found) => here && setDraft(found))
    return () => {
      here = false
    }
  }, [drafts, kind, item])
  return draft === undefined ? undefined : { kind, item, title, draft }
}

/** Whether a draft can be read and holds nothing that the file lacks. */
export function isSaved<Values extends FieldValues>(file: Values, draft: StoredDraft): boolean {
  const read = carriedOver(file, draft.base, draft.values)
  return read !== null && sameValue(read.values, file)
}

/** A stored draft in the present format; null for none, and for one that equals the file. */
export function readableFile<Values extends FieldValues>(
  file: Values,
  draft: StoredDraft | null,
): StoredDraft<Values> | null {
  const read = draft && carriedOver(file, draft.base, draft.values)
  if (!read || sameValue(read.values, file)) return null
  return { ...draft, ...read }
}
