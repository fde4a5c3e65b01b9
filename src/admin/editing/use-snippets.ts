import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SavedSnippet, Snippet } from '#domain/snippets.ts'
import { callKeyOf, callQuery } from '../../api/admin-call.ts'
import { useShowUndoable } from './use-show-undoable.ts'
import { useWrite } from './use-write.ts'

/** The texts that an editor inserts, and where it stores others. */
export interface Snippets {
  all: ReadonlyArray<Snippet>
  /** Stores a text in place of the snippet of the same title. Throws the refusals of the server. */
  save(title: string, content: string): Promise<void>
}

/** The snippets of the site; those that this browser knows while there is no network. */
export function useSnippets(): Snippets {
  const queries = useQueryClient()
  const write = useWrite()
  const showUndoable = useShowUndoable()
  const { data: all = [] } = useQuery(callQuery('GET /api/snippets'))
  const refresh = () => queries.invalidateQueries({ queryKey: callKeyOf('GET /api/snippets') })
  return {
    all,
    async save(title, content) {
      const work = { kind: 'snippet', title, content } as const
      const outcome = await write<SavedSnippet>({ title, work })
      if (outcome.kind !== 'sent') return
      await refresh()
      const description = `Type / in a text and “${title}” to insert it.`
      showUndoable({ title: 'Snippet saved', description }, outcome.answer.commit, refresh)
    },
  }
}
