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
  return new Queries({
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

class Queries extends QueryClient {
  /**
   * Invalidates queries, also those whose first answer is still on its way: TanStack Query would
   * take it for the new one, and it may be older than the change.
   */
  override async invalidateQueries(
    ...[filters, options]: Parameters<QueryClient['invalidateQueries']>
  ): Promise<void> {
    const answered = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined)
      .map(({ queryKey, promise }) =>
        promise?.then(
          () => super.invalidateQueries({ queryKey, exact: true }),
          // The query itself has the error.
          () => undefined,
        ),
      )
    await Promise.all([super.invalidateQueries(filters, options), ...answered])
  }
}
