import fs from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { importMapping } from '#domain/import/mapping.ts'
import { importHere } from '../server/import-here.ts'

// Imports a file of WordPress and is killed on the way, as by `kill -9`: while it prepares, or while the commit is made.
const [file = '', where = ''] = process.argv.slice(2)

/** What the commit does to the disk, by the step at which it ends. */
const steps: Readonly<Record<string, readonly [call: 'writeSync' | 'renameSync' | 'linkSync', number: number]>> = {
  plan: ['writeSync', 3],
  objects: ['renameSync', 40],
  'work tree': ['renameSync', 400],
}
const kill = () => process.kill(process.pid, 'SIGKILL')
const here = await importHere({
  env: {
    contentDir: process.env.CONTENT_DIR ?? '',
    dataDir: process.env.DATA_DIR ?? '',
    gitBranch: null,
    gitWrite: 'checkout',
  },
  author: { name: 'Wren Writer', email: 'wren@example.org' },
  fetches: false,
})
const stage = await mkdtemp(path.join(tmpdir(), 'killed-import-'))
await here.prepare({
  system: 'wordpress',
  file,
  stage,
  mapping: importMapping.parse({}),
  progress: ({ step, done }) => {
    if (where === 'prepare' && step === 'converting' && done === 100) kill()
  },
})
const [call, number] = steps[where] ?? ['writeSync', 1]
const real = fs[call] as (...args: Array<unknown>) => unknown
let calls = 0
Object.assign(fs, {
  [call]: (...args: Array<unknown>) => {
    calls += 1
    if (calls === number) kill()
    return real(...args)
  },
})
syncBuiltinESMExports()
await here.commit(stage)
// A disk with fewer steps than expected: the commit is made, and the process ends the same way.
kill()
