import { answerOrders } from './processes.ts'
import { searched } from './searched.ts'

/** Searches to be made one after the other; the result is the milliseconds of each. */
export interface SearchOrder {
  url: string
  texts: ReadonlyArray<string>
}

// A worker, because V8 would stop a process that holds a hundred thousand articles for longer than a search takes.
answerOrders(async ({ url, texts }: SearchOrder) => {
  const times: Array<number> = []
  for (const text of texts) times.push((await searched(url, text)).ms)
  return times
})
