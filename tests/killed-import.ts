import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { importInto } from './import-fixture.ts'

// Commits a prepared import and is killed on the way, as by `kill -9`: when some of its files are in the content folder.
const [stage = ''] = process.argv.slice(2)
const contentDir = process.env.CONTENT_DIR ?? ''

const here = await importInto(contentDir, process.env.DATA_DIR ?? '')
const rename = fs.renameSync
let renamed = 0
fs.renameSync = (from, to) => {
  if (String(to).startsWith(contentDir)) renamed += 1
  if (renamed === 10) process.kill(process.pid, 'SIGKILL')
  rename(from, to)
}
syncBuiltinESMExports()
await here.commit(stage)
