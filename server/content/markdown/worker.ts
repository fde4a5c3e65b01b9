import { parentPort } from 'node:worker_threads'
import { BodyRenderError } from './limits.ts'
import { createMarkdownRenderer, type MarkdownInput } from './render.ts'
import type { WorkerMessage } from './worker-protocol.ts'

/** Entry of the worker thread that renders Markdown: one input at a time, see `worker-pool.ts`. */
if (!parentPort) throw new Error('This file is the entry of a worker thread')
const port = parentPort
const post = (message: WorkerMessage) => port.postMessage(message)
const render = createMarkdownRenderer()

async function answer(input: MarkdownInput): Promise<WorkerMessage> {
  try {
    return { kind: 'rendered', result: await render(input, (result) => post({ kind: 'uncolored', result })) }
  } catch (error) {
    if (error instanceof BodyRenderError) return { kind: 'refused', reason: error.kind, message: error.message }
    // The parsers' own recursion.
    if (error instanceof RangeError) {
      return { kind: 'refused', reason: 'too-deep', message: 'The text nests too deeply to be shown' }
    }
    return { kind: 'refused', reason: 'failed', message: `The text could not be rendered: ${String(error)}` }
  }
}

port.on('message', async (input: MarkdownInput) => post(await answer(input)))
post({ kind: 'ready' })
