import { QueryClient } from '@tanstack/react-query'

/** Unused answers are dropped after five minutes (specification, section 9). */
export const unusedCacheMs = 5 * 60 * 1000

/**
 * The admin's cache of answers by the rules of the specification's section 7: no retries, never stale, no refetch on focus, no polling. A call is
 * made whether or not the browser believes that it is online, so that a screen hears of the failure.
 */
export function createQueryClient(): QueryClient {
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
