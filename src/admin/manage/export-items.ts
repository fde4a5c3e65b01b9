import type { ContentType } from '#domain/content.ts'
import { adminResponse } from '../../api/admin-call.ts'

/** How long the browser may take to begin with storing the file, in milliseconds. */
const storeMs = 60_000

/** Stores the files of items, with what they show, as a zip archive. Throws as `adminCall`. */
export async function exportItems(type: ContentType, ids: Iterable<number>): Promise<void> {
  const body = { ids: [...ids] }
  const answer = await adminResponse(`POST /api/${type}/export`, { body })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await answer.blob())
  link.download = `${type}.zip`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), storeMs)
}
