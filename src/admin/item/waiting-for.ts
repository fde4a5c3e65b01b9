import type { ContentType } from '#domain/content.ts'
import type { AdminItem } from '../../api/admin-content.ts'
import type { Outgoing } from '../offline/queue/outgoing.ts'
import { subjectOf, withWaiting } from '../offline/queue/queue-rules.ts'

/** An item with what waits in the queue for it; null when nothing does. */
export async function waitingFor(
  queue: ReadonlyArray<Outgoing>,
  type: ContentType,
  item: AdminItem,
): Promise<AdminItem | null> {
  const subject = `${type}/${item.id}`
  if (!queue.some((entry) => subjectOf(entry) === subject)) return null
  // The Markdown parser is loaded for those few who need it.
  const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
  return withWaiting(queue, subject, { ...item }, mergeBodies)
}
