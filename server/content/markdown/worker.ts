import { parentPort } from 'node:worker_threads'
import { BodyRenderError } from './limits.ts'
import { createTextTasks } from './text-tasks.ts'
import { ownThread } from './thread-time.ts'
import type { WorkerMessage, WorkerRequest } from './worker-protocol.ts'

/** Entry of the worker thread that works on texts: one request at a time, see `worker-pool.ts`. */
if (!parentPort) throw new Error('This file is the entry of a worker thread')
const port = parentPort
const post = (message: WorkerMessage) => port.postMessage(message)
const tasks = createTextTasks()

async function answer(request: WorkerRequest): Promise<WorkerMessage> {
  try {
    const work = tasks[request.task] as (input: unknown, partial: (result: unknown) => void) => unknown
    return { kind: 'done', result: await work(request.input, (result) => post({ kind: 'partial', result })) }
  } catch (error) {
    if (error instanceof BodyRenderError)
      return { kind: 'refused', reason: error.kind, message: error.message, line: error.line }
    // The parsers' own recursion.
    if (error instanceof RangeError)
      return { kind: 'refused', reason: 'too-deep', message: 'The text is nested too deeply' }
    return { kind: 'refused', reason: 'failed', message: `The text could not be read: ${String(error)}` }
  }
}

port.on('message', async (request: WorkerRequest) => post(await answer(request)))
post({ kind: 'ready', thread: ownThread() })
