import { workerData } from 'node:worker_threads'
import { createInspector } from '../server/content/check/inspect-file.ts'
import { createMarkdownRenderer } from '../server/content/markdown/render.ts'
import { serveTasks } from '../server/content/markdown/worker-protocol.ts'
import type { ReadingRules } from '../server/content/read/reading-rules.ts'

// The entry of a thread of `content:check`.
const { folder, rules } = workerData as { folder: string; rules: ReadingRules }
const render = createMarkdownRenderer()
serveTasks(createInspector(folder, rules, (markdown) => render({ markdown, dimensions: {} })))
