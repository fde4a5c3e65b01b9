import type { SearchHits } from './engine.ts'

const maxAnswers = 500

/** Cached answers of one state of the index, by normalised query. Concurrent queries are shared. */
export interface AnswerCache {
  /** The cached answer, or that of `ask`, which is cached unless it rejects or is partial. */
  answer(query: string, ask: () => Promise<SearchHits>): Promise<SearchHits>
  /** Forgets all answers, because the index has changed. */
  clear(): void
}

/** Caches the 500 most recent answers. */
export function createAnswerCache(): AnswerCache {
  let answers = new Map<string, Promise<SearchHits>>()
  return {
    answer(query, ask) {
      const known = answers.get(query)
      if (known) {
        answers.delete(query)
        answers.set(query, known)
        return known
      }
      const generation = answers
      const asked = ask().then(
        (hits) => {
          if (hits.partial) generation.delete(query)
          return hits
        },
        (error) => {
          generation.delete(query)
          throw error
        },
      )
      generation.set(query, asked)
      const oldest = answers.size > maxAnswers ? answers.keys().next().value : undefined
      if (oldest !== undefined) answers.delete(oldest)
      return asked
    },
    clear() {
      answers = new Map()
    },
  }
}
