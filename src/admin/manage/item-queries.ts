import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ContentType } from '#domain/content.ts'
import { adminCall, adminList } from '../../api/admin-call.ts'
import { contentKeys } from '../../api/admin-content.ts'
import type { ListView } from './list-address.ts'
import type { ManagedItem } from './managed-item.ts'

/** How many items one answer of the server holds. */
const pageSize = 100

interface Page {
  items: Array<ManagedItem>
  total: number
  next: string | null
}

/** The list of a type, searched and sorted by the server, page after page. While another search of the type is on its way, the last one stays. */
export function useItemPages({ type, q, sort }: Pick<ListView, 'type' | 'q' | 'sort'>) {
  const query = { q: q.trim(), sort, limit: pageSize }
  return useInfiniteQuery({
    queryKey: contentKeys.list(type, query),
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      adminList(`GET /api/${type}`, { query: { ...query, cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: (data, before) => (before?.queryKey[0] === `/api/${type}` ? data : undefined),
  })
}

/** What links to an item; asked for anew each time. Its key is its own: after a deletion nothing is asked about the item. */
export function useInboundLinks(type: ContentType, id: number) {
  return useQuery({
    queryKey: [`/api/${type}/${id}/links`],
    queryFn: () => adminCall(`GET /api/${type}/{id}/links`, { params: { id } }),
    gcTime: 0,
  })
}

/** What was deleted and can be restored; asked for anew each time it is shown. */
export function useDeletedItems(type: ContentType) {
  return useQuery({
    queryKey: contentKeys.deleted(type),
    queryFn: () => adminCall(`GET /api/${type}/deleted`),
    refetchOnMount: 'always',
  })
}
