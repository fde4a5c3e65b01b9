import type { z } from 'zod'
import { openDurableStore } from '../platform/durable-store.ts'
import { memoryRecords } from './memory-records.ts'
import type { Item } from './memory-table.ts'
import { Tables } from './memory-tables.ts'
import type { Records, RecordsSpec } from './records.ts'

/**
 * Opens the collections of one JSON file, which is written as a whole: each is a list under its
 * name. Throws UnreadableFile.
 */
export async function embeddedRecords<Spec extends RecordsSpec>(
  spec: Spec,
  options: { file: string; schema: z.ZodType<object>; empty: object },
): Promise<Records<Spec>> {
  const store = await openDurableStore(options)
  const tables = new Tables(spec)
  tables.fill(store.data as Item)
  return memoryRecords(spec, tables, {
    store: ({ draft }) => store.change((data) => void Object.assign(data, draft.lists())),
    // A crash between the marker and the first record leaves registration closed, never open.
    isUsed: () => store.wasMade,
    close: store.close,
  })
}
