import {
  infiniteQueryOptions,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import type { AllOf, ContentType } from '#domain/content.ts'
import { type AnswerTo, adminCall, adminList } from '../../api/admin-call.ts'
import { contentKeys } from '../../api/admin-content.ts'
import { parseView } from '../shell/use-address-view.ts'
import { type ListView, listChoices, queryOf } from './list-address.ts'

/** Items per page of the API. */
const pageSize = 100

interface Page {
  items: Array<ManagedItem>
  total: number
  next: string | null
}

/**
 * The list of a type, searched and sorted by the server and loaded page by page. While another
 * search loads, the last result stays.
 */
export function useItemPages(view: ListView) {
  return useInfiniteQuery({
    ...itemPages(view),
    placeholderData: (data, before) =>
      before?.queryKey[0] === `/api/${view.type}` ? data : undefined,
  })
}

/** The ids of all items of a list, those of its later pages too. */
export async function foundIds(view: ListView): Promise<ReadonlyArray<number>> {
  const { ids } = await adminCall(`GET /api/${view.type}/ids`, { query: queryOf(view) })
  return ids
}

/** Asks for the first page of the list that the address names, before the screen is there. */
export function prefetchItems(queries: QueryClient): Promise<void> {
  const view = parseView(listChoices, location.search)
  return view.show === 'items' ? queries.prefetchInfiniteQuery(itemPages(view)) : Promise.resolve()
}

function itemPages(view: ListView) {
  const { type } = view
  const query = { ...queryOf(view), limit: pageSize }
  return infiniteQueryOptions({
    queryKey: contentKeys.list(type, query),
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      adminList(`GET /api/${type}`, {
        query: { ...query, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
}

/**
 * Items that link to an item; fetched on every mount. It has its own query key, so that a deletion
 * of the item does not refetch it.
 */
export function useInboundLinks(type: ContentType, id: number) {
  return useQuery({
    queryKey: [`/api/${type}/${id}/links`],
    queryFn: () => adminCall(`GET /api/${type}/{id}/links`, { params: { id } }),
    gcTime: 0,
  })
}

/** The values by which the items of a type can be filtered. */
export function useFacets(type: ContentType) {
  return useQuery({
    queryKey: contentKeys.facets(type),
    queryFn: () => adminCall(`GET /api/${type}/facets`),
    placeholderData: (data) => data,
  })
}

/** Deleted items that can be restored; fetched on every mount. */
export function useDeletedItems(type: ContentType) {
  return useQuery({
    queryKey: contentKeys.deleted(type),
    queryFn: () => adminCall(`GET /api/${type}/deleted`),
    refetchOnMount: 'always',
  })
}

type Listed = AnswerTo<`GET /api/${ContentType}`>[number]

/** An item of any type as this screen uses it; fields that its type lacks are undefined. */
export type ManagedItem = Pick<
  Listed,
  'id' | 'slug' | 'title' | 'status' | 'publishedAt' | 'imageUrl' | 'imageAlt' | 'revision'
> &
  Partial<AllOf<Listed>>
