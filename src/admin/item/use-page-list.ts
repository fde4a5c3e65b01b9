import { useQuery, useQueryClient } from '@tanstack/react-query'
import { byPageName, specifiedPages } from '#domain/page-names.ts'
import type { NewPage, SitePage } from '#domain/site-files.ts'
import { callKeyOf, callQuery } from '../../api/admin-call.ts'
import { writeContent } from '../../api/content-writes.ts'
import { useAttemptKey } from './attempt-key.ts'

/** A page of the site's own texts in a list. */
export type ListedPage = Pick<SitePage, 'name' | 'title' | 'draft'>

/**
 * The pages of the site's own texts, and what changes the list. The pages that every site has are there before the list is loaded. The calls throw the
 * refusals of the server.
 */
export function usePageList() {
  const queries = useQueryClient()
  const attemptKey = useAttemptKey()
  const list = useQuery(callQuery('GET /api/pages'))
  const key = callKeyOf('GET /api/pages')
  const pages: ReadonlyArray<ListedPage> =
    list.data ?? specifiedPages.map((name) => ({ name, title: '', draft: false }))
  const refresh = () => queries.invalidateQueries({ queryKey: key, exact: true })

  /** Puts a saved page into the list, in place of the one that had another name. */
  function show(page: SitePage, before = page.name): SitePage {
    queries.setQueryData(callKeyOf('GET /api/pages/{path}', { params: { path: page.name } }), page)
    const { name, url, title, draft, updatedAt, revision } = page
    queries.setQueryData(key, (known: typeof list.data) => {
      if (!known) return
      const others = known.filter((one) => one.name !== name && one.name !== before)
      return [...others, { name, url, title, draft, updatedAt, revision }].sort(byPageName)
    })
    void refresh()
    return page
  }

  return {
    pages,
    refresh,
    show,
    async create(body: NewPage) {
      const made = await writeContent('POST /api/pages', { body, key: attemptKey.of(body) })
      attemptKey.end()
      return show(made)
    },
    async move(from: string, name: string) {
      const moved = await writeContent('PATCH /api/pages/{path}', {
        params: { path: from },
        body: { name },
        key: attemptKey.of({ from, name }),
      })
      attemptKey.end()
      return show(moved, from)
    },
    async remove({ name, revision }: Pick<SitePage, 'name' | 'revision'>) {
      const { commit } = await writeContent('DELETE /api/pages/{path}', {
        params: { path: name },
        ...(revision && { revision }),
        key: attemptKey.of({ name, revision }),
      })
      attemptKey.end()
      await refresh()
      return commit
    },
  }
}
