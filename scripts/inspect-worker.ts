import { workerData } from 'node:worker_threads'
import { createInspector } from '../server/content/check/inspect-file.ts'
import { createMarkdownRenderer } from '../server/content/markdown/render.ts'
import { serveTasks } from '../server/content/markdown/worker-protocol.ts'

// The entry of a thread of `content:check`.
const { folder, timeZone } = workerData as { folder: string; timeZone: string }
const render = createMarkdownRenderer()
serveTasks(createInspector(folder, timeZone, (markdown) => render({ markdown, dimensions: {} })))
