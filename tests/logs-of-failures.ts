import { afterEach } from 'vitest'
import { runningLogs } from './running-logs.ts'

const linesPrinted = 30

/** A test that fails once in many runs is only understood by what its site logged meanwhile. */
afterEach(({ task }) => {
  for (const log of runningLogs) {
    if (task.result?.state === 'fail') {
      const lines = log.output().trimEnd().split('\n').slice(-linesPrinted)
      console.error(`The site at ${log.url} logged:\n${lines.join('\n')}`)
    }
    if (log.hasEnded) runningLogs.delete(log)
  }
})
