import { parentPort } from 'node:worker_threads'
import { BodyRenderError } from './content/markdown/limits.ts'
import { createTextTasks } from './content/markdown/text-tasks.ts'
import { ownThread } from './content/markdown/thread-time.ts'
import type { WorkerMessage, WorkerRequest } from './content/markdown/worker-protocol.ts'
import { issueMail, type MailedIssue, type MailSite } from './newsletter/issue/issue-mail.ts'

/** Entry of the worker thread that works on texts: one request at a time, see `content/markdown/worker-pool.ts`. */
if (!parentPort) throw new Error('This file is the entry of a worker thread')
const port = parentPort
const post = (message: WorkerMessage) => port.postMessage(message)
const tasks = {
  ...createTextTasks(),
  mail: ({ issue, site }: { issue: MailedIssue; site: MailSite }) => issueMail(issue, site),
}

async function answer(request: WorkerRequest): Promise<WorkerMessage> {
  try {
    const work = tasks[request.task as keyof typeof tasks] as (
      input: unknown,
      partial: (result: unknown) => void,
    ) => unknown
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
