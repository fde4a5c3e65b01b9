import { parentPort, workerData } from 'node:worker_threads'
import { createInspector } from '../server/content/check/inspect-file.ts'
import type { InspectorAnswer, InspectorCall, InspectorData } from '../server/content/check/inspector-pool.ts'
import { createMarkdownRenderer } from '../server/content/markdown/render.ts'

// The entry of a thread of `content:check`. Requests are processed one at a time, because they arrive faster.
if (!parentPort) throw new Error('This file is the entry of a worker thread')
const port = parentPort
const { folder, timeZone } = workerData as InspectorData
const render = createMarkdownRenderer()
const inspector = createInspector(folder, timeZone, (markdown) => render({ markdown, dimensions: {} }))

port.on('message', ({ id, method, argument }: InspectorCall) => {
  const done: Promise<unknown> = inspector[method](argument as never)
  done.then(
    (result) => port.postMessage({ id, result } satisfies InspectorAnswer),
    (error: unknown) => port.postMessage({ id, error: String(error) } satisfies InspectorAnswer),
  )
})
