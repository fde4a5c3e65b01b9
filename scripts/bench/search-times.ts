import { fork } from 'node:child_process'
import { once } from 'node:events'
import { searched } from './searched.ts'

interface Order {
  url: string
  texts: ReadonlyArray<string>
}

/**
 * Milliseconds of searches, one after the other, by a process of their own: V8 would stop one that holds a hundred thousand
 * articles for longer than a search takes.
 */
export async function searchTimes(order: Order): Promise<Array<number>> {
  const child = fork(import.meta.filename, { execArgv: ['--import', 'tsx'] })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the process that searches ended with ${code}`)
  })
  child.send(order)
  const [times] = (await Promise.race([once(child, 'message'), ended])) as [Array<number>]
  child.disconnect()
  await ended.catch(() => {})
  return times
}

if (process.argv[1] === import.meta.filename)
  process.once('message', async ({ url, texts }: Order) => {
    const times: Array<number> = []
    for (const text of texts) times.push((await searched(url, text)).ms)
    process.send?.(times)
  })
