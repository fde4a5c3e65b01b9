import { parentPort } from 'node:worker_threads'
import { createSearchHost } from './host.ts'
import type { ToSearchThread } from './messages.ts'

/** Entry of the thread that holds the search index: loading it and adding to it would stop the server for a moment, here it stops nobody. */
if (!parentPort) throw new Error('This file is the entry of a worker thread')
const port = parentPort
const host = createSearchHost((message) => port.postMessage(message))
port.on('message', (message: ToSearchThread) => host.receive(message))
