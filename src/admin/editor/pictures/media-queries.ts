import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import type { ListedPicture } from '#domain/media.ts'
import { adminList, callKeyOf, callQuery } from '../../../api/admin-call.ts'
import { findPicture } from '../../../api/media.ts'
import type { GridProps } from './picture-grid.tsx'

/** Pictures per response. */
const pageSize = 100

/**
 * The pages of the library, searched by the server; fetched again each time the list is shown,
 * because every save changes the uses of pictures. `kind` leaves out the others.
 */
export function usePicturePages(q: string, kind?: 'picture' | 'sound') {
  const query = { q: q.trim(), limit: pageSize, ...(kind && { kind }) }
  return useInfiniteQuery({
    queryKey: callKeyOf('GET /api/media', { query }),
    queryFn: ({ pageParam, signal }) =>
      adminList('GET /api/media', { query: { ...query, cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: (data) => data,
    refetchOnMount: 'always',
  })
}

/** How many pictures or sounds a search finds; undefined until it is known. */
export function useMediaCount(q: string, kind: 'picture' | 'sound' | undefined) {
  const query = { q: q.trim(), limit: 1, ...(kind && { kind }) }
  const { data } = useQuery({
    queryKey: callKeyOf('GET /api/media', { query }),
    queryFn: ({ signal }) => adminList('GET /api/media', { query, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  return data?.total
}

/**
 * The current state of a picture, and the list's data until it is loaded. Null when it was deleted.
 */
export function usePicture(listed: ListedPicture) {
  return useQuery({
    queryKey: callKeyOf('GET /api/media', { query: { q: listed.url } }),
    queryFn: ({ signal }) => findPicture(listed.url, signal),
    initialData: listed,
    refetchOnMount: 'always',
    gcTime: 0,
  })
}

/** Deleted pictures that can be restored; fetched again each time they are shown. */
export function useDeletedPictures() {
  return useQuery(callQuery('GET /api/media/deleted'))
}

/** Reloads everything shown of the library after a picture was added or deleted. */
export async function refreshPictures(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: callKeyOf('GET /api/media') })
}

/** The loading state of a list's next page, for its grid. */
export function moreOf(pages: ReturnType<typeof usePicturePages>): GridProps['more'] {
  const load = () => pages.fetchNextPage()
  if (pages.isFetchingNextPage) return { kind: 'loading', load }
  if (pages.isFetchNextPageError) return { kind: 'failed', load }
  return pages.hasNextPage && !pages.isFetching ? { kind: 'waiting', load } : { kind: 'none' }
}
