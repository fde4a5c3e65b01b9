import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { importHere } from '../server/import-here.ts'

// Commits a prepared import and is killed on the way, as by `kill -9`: when some of its files are in the content folder.
const [stage = ''] = process.argv.slice(2)
const contentDir = process.env.CONTENT_DIR ?? ''

const here = await importHere({
  env: {
    contentDir,
    dataDir: process.env.DATA_DIR ?? '',
    gitBranch: null,
    gitWrite: 'checkout',
  },
  author: { name: 'Wren Writer', email: 'wren@example.org' },
  fetches: false,
})
const rename = fs.renameSync
let renamed = 0
fs.renameSync = (from, to) => {
  if (String(to).startsWith(contentDir)) renamed += 1
  if (renamed === 10) process.kill(process.pid, 'SIGKILL')
  rename(from, to)
}
syncBuiltinESMExports()
await here.commit(stage)
