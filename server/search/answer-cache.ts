import type { SearchHits } from './engine.ts'

const maxAnswers = 500

/** Answers of one state of the index, by normalized query. Queries that are under way are shared. */
export interface AnswerCache {
  /** The kept answer, or that of `ask`, which is kept unless it rejects or says that it must not be. */
  answer(query: string, ask: () => Promise<{ hits: SearchHits; keep: boolean }>): Promise<SearchHits>
  /** Forgets all answers: what can be found has changed. */
  clear(): void
}

/** Holds the 500 answers asked for last. */
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
        ({ hits, keep }) => {
          if (!keep) generation.delete(query)
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
