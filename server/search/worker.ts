import { parentPort } from 'node:worker_threads'
import { createSearchHost } from './host.ts'
import type { ToSearchThread } from './messages.ts'

/**
 * The entry point of the search thread. Loading and updating the index would block the server's
 * event loop.
 */
if (!parentPort) throw new Error('This file is the entry of a worker thread')
const port = parentPort
const host = createSearchHost((message) => port.postMessage(message))
port.on('message', (message: ToSearchThread) => host.receive(message))
