import { parentPort, workerData } from 'node:worker_threads'
import { SearchHost } from './host.ts'
import type { SearchAnswer, SearchRequest } from './thread.ts'

/**
 * The entry point of the search thread. Loading and updating the index would block the server's
 * event loop. An error in a call ends the thread.
 */
if (!parentPort) throw new Error('This file is the entry of a worker thread')
const port = parentPort
const post = (answer: SearchAnswer) => port.postMessage(answer)
const host = new SearchHost(workerData, (note) => post({ note }))
port.on('message', async ({ id, kind, given }: SearchRequest) => {
  const call = host[kind] as (...values: ReadonlyArray<unknown>) => unknown
  post({ id, value: await call.apply(host, [...given]) })
})
