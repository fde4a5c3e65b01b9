import { notifyManager, QueryClient } from '@tanstack/react-query'

/** Lifetime of unused answers (specification, section 9). */
export const unusedCacheMs = 5 * 60 * 1000

/**
 * The query cache with the rules of section 7 of the specification: no retries, never stale, no
 * refetch on focus, no polling. Queries also run while the browser reports to be offline, so that
 * screens get the error.
 */
export function createQueryClient(): QueryClient {
  // At once instead of with the next timer: a screen that waits for an answer renders with it.
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: unusedCacheMs,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
