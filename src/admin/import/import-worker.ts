import { type ImportSource, type ReadResult, readSource } from './read-source.ts'

export type ImportMessage = { kind: 'result'; result: ReadResult } | { kind: 'end' }

// A large mailbox takes longer than a page may wait, so it is read beside it.
addEventListener('message', async ({ data }: MessageEvent<ImportSource>) => {
  for await (const result of readSource(data)) postMessage({ kind: 'result', result } satisfies ImportMessage)
  postMessage({ kind: 'end' } satisfies ImportMessage)
})
