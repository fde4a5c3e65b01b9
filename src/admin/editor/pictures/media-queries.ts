import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ListedPicture } from '#domain/media.ts'
import { findPicture, listPictures, mediaKeys, readDeletedPictures } from '../../../api/media.ts'
import type { GridProps } from './picture-grid.tsx'

/** How many pictures one answer of the server holds. */
const pageSize = 100

/** The library, searched by the server, page after page; read anew each time it is shown, since every save changes what uses a picture. */
export function usePicturePages(q: string) {
  const query = { q: q.trim(), limit: pageSize }
  return useInfiniteQuery({
    queryKey: mediaKeys.list(query),
    queryFn: ({ pageParam, signal }) =>
      listPictures({ ...query, ...(pageParam !== null && { cursor: pageParam }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: (data) => data,
    refetchOnMount: 'always',
  })
}

/** A picture as it is now; what the list knew of it until then. Null when it is gone. */
export function usePicture(listed: ListedPicture) {
  return useQuery({
    queryKey: mediaKeys.list({ q: listed.url }),
    queryFn: ({ signal }) => findPicture(listed.url, signal),
    initialData: listed,
    refetchOnMount: 'always',
    gcTime: 0,
  })
}

/** Pictures that were deleted and can be restored; asked for anew each time they are shown. */
export function useDeletedPictures() {
  return useQuery({ queryKey: mediaKeys.deleted, queryFn: readDeletedPictures, refetchOnMount: 'always' })
}

/** After a picture came or went, everything that is shown of the library is read again. */
export async function refreshPictures(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: mediaKeys.all })
}

/** What is left to load of a list, for its grid. */
export function moreOf(pages: ReturnType<typeof usePicturePages>): GridProps['more'] {
  const load = () => pages.fetchNextPage()
  if (pages.isFetchingNextPage) return { kind: 'loading', load }
  if (pages.isFetchNextPageError) return { kind: 'failed', load }
  return pages.hasNextPage && !pages.isFetching ? { kind: 'waiting', load } : { kind: 'none' }
}
