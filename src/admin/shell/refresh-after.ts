import type { QueryClient } from '@tanstack/react-query'
import { type ContentType, contentTypes } from '#domain/content.ts'
import type { ContentEvent } from '#domain/content-event.ts'
import { callKeyOf } from '../../api/admin-call.ts'
import { contentKeys } from '../../api/admin-content.ts'

/**
 * Invalidates the queries that a change on the server affects, except those that already have the
 * new version.
 */
export function refreshAfter(queries: QueryClient, event: ContentEvent): void {
  if (event.kind !== 'change') return
  const { items, more, media } = event
  const changed = new Set<ContentType>(more ? contentTypes : items.map(({ type }) => type))
  for (const type of changed) {
    const known = new Set(
      items
        .filter(
          (item) => item.type === type && item.revision === revisionOf(queries, type, item.id),
        )
        .map(({ id }) => id),
    )
    void queries.invalidateQueries({
      queryKey: contentKeys.all(type),
      predicate: ({ queryKey: [, part] }) => {
        if (typeof part !== 'number') return true
        return (
          more || (items.some((item) => item.type === type && item.id === part) && !known.has(part))
        )
      },
    })
  }
  const files = media || more ? (['GET /api/media', 'GET /api/snippets'] as const) : []
  // What is published waits for no review any more.
  for (const call of [...files, 'GET /api/dashboard', 'GET /api/reviews'] as const)
    void queries.invalidateQueries({ queryKey: callKeyOf(call) })
}

function revisionOf(queries: QueryClient, type: ContentType, id: number): string | null {
  return queries.getQueryData<{ revision: string }>(contentKeys.item(type, id))?.revision ?? null
}

/**
 * Invalidates lists and items of a type: visible ones are fetched now, others when they are shown.
 */
export async function refreshType(queries: QueryClient, type: ContentType): Promise<void> {
  await queries.invalidateQueries({ queryKey: contentKeys.all(type) })
}
