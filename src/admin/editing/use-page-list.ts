import { useQuery, useQueryClient } from '@tanstack/react-query'
import { byPageName, specifiedPages } from '#domain/page-names.ts'
import type { NewPage, SitePage } from '#domain/site-files.ts'
import { callKeyOf, callQuery } from '../../api/admin-call.ts'
import type { Work } from '../documents/queue/outgoing.ts'
import { useWrite } from './use-write.ts'

/** A page of the site's own texts in a list. */
export type ListedPage = Pick<SitePage, 'name' | 'title' | 'draft'>

/**
 * The pages of the site's own texts, and what changes the list. The pages that every site has are
 * there before the list is loaded. The calls throw the refusals of the server.
 */
export function usePageList() {
  const queries = useQueryClient()
  const write = useWrite()
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

  /** Resolves with the saved page; null when it waits. */
  async function make(work: Work, title: string, before?: string): Promise<SitePage | null> {
    const outcome = await write<SitePage>({ title, work })
    return outcome.kind === 'sent' ? show(outcome.answer, before) : null
  }

  return {
    pages,
    refresh,
    show,
    create: (page: NewPage) =>
      make({ kind: 'create', type: 'pages', fields: { ...page } }, page.title),
    move({ name: item, title }: Pick<SitePage, 'name' | 'title'>, name: string) {
      const work = { kind: 'save', type: 'pages', item, form: item, revision: '' } as const
      return make({ ...work, patch: { name }, from: { name: item } }, title, item)
    },
  }
}
