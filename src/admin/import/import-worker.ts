import { type ImportSource, type ReadResult, readSource } from './read-source.ts'

export type ImportMessage = { kind: 'result'; result: ReadResult } | { kind: 'end' }

// Reading a large mailbox takes too long for the main thread.
addEventListener('message', async ({ data }: MessageEvent<ImportSource>) => {
  for await (const result of readSource(data))
    postMessage({ kind: 'result', result } satisfies ImportMessage)
  postMessage({ kind: 'end' } satisfies ImportMessage)
})
