import type { SearchResults } from '#domain/search.ts'
import { get } from './first-answer.ts'

/** One search by HTTP, and its milliseconds. */
export async function searched(url: string, text: string): Promise<{ results: SearchResults; ms: number }> {
  const started = performance.now()
  const answer = await get(`${url}/api/search?q=${encodeURIComponent(text)}`)
  const ms = performance.now() - started
  if (answer.status !== 200) throw new Error(`a search was answered with ${answer.status}`)
  return { results: JSON.parse(answer.text()) as SearchResults, ms }
}
