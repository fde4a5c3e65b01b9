import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { SendingAnswer, SendingRequest } from '#domain/sending.ts'
import { adminCall, callQuery, newIdempotencyKey } from '../../../api/admin-call.ts'
import { reasonOf } from '../../../api/refusal.ts'

/** Polling interval in milliseconds while a sending runs. */
const pollIntervalMs = 1000

/** The same while a time is waited for. */
const startPollIntervalMs = 5000

export type Sending = ReturnType<typeof useSending>

/**
 * State of the mail of an issue; polls while it is being sent, and fetches again after a save
 * (`revision` changes).
 */
export function useSending(issue: number, revision: string) {
  const queries = useQueryClient()
  const params = { id: issue }
  const state = callQuery('GET /api/newsletters/{id}/sending', { params })
  const { queryKey } = state
  const read = useRef(revision)
  const { data, error, refetch } = useQuery({
    ...state,
    refetchInterval: ({ state }) => {
      const kind = state.data?.state.kind
      if (kind === 'scheduled') return startPollIntervalMs
      return kind === 'sending' || kind === 'waiting' ? pollIntervalMs : false
    },
  })
  useEffect(() => {
    // The save may have published the issue, or changed it after it was sent.
    if (read.current !== revision) void refetch()
    read.current = revision
  }, [revision, refetch])
  const [busy, setBusy] = useState<SendingRequest['action'] | null>(null)

  return {
    answer: data,
    error,
    /** Fetches the state again. */
    look: refetch,
    /** The action that is running. */
    busy,
    /** Throws a sentence for the user. */
    async act(request: SendingRequest): Promise<SendingAnswer> {
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
        // The request may have arrived although it failed here.
        void refetch()
        throw new Error(
          reasonOf(error) ??
            'The server could not be reached. Look again before you try it once more.',
        )
      } finally {
        setBusy(null)
      }
    },
  }
}

/** Runs the actions of one part of the panel; `problem` says why the last one failed. */
export function useActions({ act }: Sending) {
  const [problem, setProblem] = useState<string | null>(null)
  async function run(request: SendingRequest): Promise<SendingAnswer | null> {
    setProblem(null)
    try {
      return await act(request)
    } catch (error) {
      setProblem((error as Error).message)
      return null
    }
  }
  return { problem, setProblem, run }
}
