// `npm start`: builds when the build is missing or outdated, then serves.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, sourceHash, sourceStamp } from './sources.mjs'
import { watchStarter } from './starter.mjs'

watchStarter(() => process.kill(process.pid, 'SIGTERM'))

const record = path.join(root, 'dist', 'build.json')
const stamp = sourceStamp()

if (!isBuilt()) {
  console.error('Building …')
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', path.join(root, 'scripts', 'build.ts')], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(record, JSON.stringify({ hash: sourceHash(), stamp }))
}
await import(pathToFileURL(path.join(root, 'dist', 'server', 'index.js')).href)

/** @returns {boolean} */
function isBuilt() {
  let built
  try {
    built = JSON.parse(readFileSync(record, 'utf8'))
  } catch {
    return false
  }
  if (built.stamp === stamp) return true
  if (built.hash !== sourceHash()) return false
  writeFileSync(record, JSON.stringify({ hash: built.hash, stamp }))
  return true
}
