import { useEffect, useRef, useState } from 'react'
import type { LinkTarget } from '#domain/link-targets.ts'

/** How long typing must pause before a search, in milliseconds. */
const pauseMs = 120

interface Found {
  query: string
  targets: ReadonlyArray<LinkTarget>
  failed: boolean
}

/** The choices for a typed query, and those for a query as soon as they are there. */
export function useLinkChoices(
  query: string,
  find: ((query: string) => Promise<ReadonlyArray<LinkTarget>>) | null,
) {
  const [found, setFound] = useState<Found>({ query: '', targets: [], failed: false })
  const latest = useRef(find)
  latest.current = find
  useEffect(() => {
    let isOld = false
    const timer = setTimeout(async () => {
      const targets = await latest.current?.(query).catch(() => null)
      if (!isOld) setFound({ query, targets: targets ?? [], failed: targets === null })
    }, pauseMs)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [query])
  return {
    ...found,
    isCurrent: found.query === query,
    /** The choices of a query that has just been typed. */
    findNow: async (text: string): Promise<ReadonlyArray<LinkTarget>> =>
      (await find?.(text).catch(() => [])) ?? [],
  }
}
