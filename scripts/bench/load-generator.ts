import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { LoadOrder, LoadResult } from './load.ts'
import { nodeOn } from './processes.ts'

export interface LoadGenerator extends AsyncDisposable {
  run(order: LoadOrder): Promise<LoadResult>
}

/** Starts the load generator on the second processor, so that it takes no time from the server. */
export function startLoadGenerator(): LoadGenerator {
  const program = path.join(import.meta.dirname, 'load.ts')
  const [command, before] = nodeOn(1)
  const child = spawn(command, [...before, '--import', 'tsx', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the load generator ended with ${code}`)
  })
  ended.catch(() => {})
  return {
    async run(order) {
      const answered = once(child, 'message') as Promise<[LoadResult]>
      child.send(order)
      const [result] = await Promise.race([answered, ended])
      return result
    },
    async [Symbol.asyncDispose]() {
      child.kill()
      await ended.catch(() => {})
    },
  }
}
