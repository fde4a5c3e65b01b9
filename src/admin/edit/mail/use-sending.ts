import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { SendingAnswer, SendingRequest } from '#domain/sending.ts'
import { adminCall, callQuery } from '../../../api/admin-call.ts'
import { newIdempotencyKey } from '../../../api/admin-request.ts'
import { reasonOf } from '../../../api/request.ts'

/** How often a sending that goes on is looked at, in milliseconds. */
const lookEveryMs = 1000

export interface Sending {
  answer: SendingAnswer | undefined
  error: Error | null
  /** Looks again. */
  look: () => unknown
  /** What is being done. */
  busy: SendingRequest['action'] | null
  /** Throws with a sentence for the operator. */
  act(request: SendingRequest): Promise<SendingAnswer>
}

/** The mail of an issue, looked at again and again while it goes out, and when the issue was saved. */
export function useSending(issue: number, revision: string): Sending {
  const queries = useQueryClient()
  const params = { id: issue }
  const state = callQuery('GET /api/newsletters/{id}/sending', { params })
  const { queryKey } = state
  const read = useRef(revision)
  const { data, error, refetch } = useQuery({
    ...state,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => {
      const kind = state.data?.state.kind
      return kind === 'sending' || kind === 'waiting' ? lookEveryMs : false
    },
  })
  useEffect(() => {
    // A save may publish the issue, or change it after its mail was made.
    if (read.current !== revision) void refetch()
    read.current = revision
  }, [revision, refetch])
  const [busy, setBusy] = useState<Sending['busy']>(null)

  return {
    answer: data,
    error,
    look: refetch,
    busy,
    async act(request) {
      setBusy(request.action)
      try {
        const answer = await adminCall('POST /api/newsletters/{id}/sending', {
          params,
          body: request,
          key: newIdempotencyKey(),
        })
        await queries.cancelQueries({ queryKey })
        queries.setQueryData(queryKey, answer)
        return answer
      } catch (error) {
        // It may have been begun elsewhere.
        void refetch()
        throw new Error(reasonOf(error) ?? 'The server could not be reached. Look again before you try it once more.')
      } finally {
        setBusy(null)
      }
    },
  }
}
