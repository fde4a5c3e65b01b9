// The sources of a build, and whether a build is up to date. Plain JavaScript: `npm start` runs it
// before anything is built.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

const sources = [
  'src',
  'server',
  'public',
  'scripts/build.ts',
  'scripts/bundle-server.ts',
  'scripts/bundle-service-workers.ts',
  'scripts/shared-chunks.ts',
  'vite.config.ts',
  'package-lock.json',
]

/**
 * @returns {Array<string>} every source file, relative to the root, without tests and without what
 * Vike writes beside its settings for a moment
 */
function sourceFiles() {
  return sources.flatMap((source) => {
    if (!statSync(path.join(root, source)).isDirectory()) return [source]
    return readdirSync(path.join(root, source), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$|\.build-\w+\.mjs$/.test(entry.name))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
  })
}

/**
 * Sizes and times of the sources as one text, without reading them.
 * @returns {string}
 */
export function sourceStamp() {
  const lines = sourceFiles().map((file) => {
    const { size, mtimeMs } = statSync(path.join(root, file))
    return `${file} ${size} ${mtimeMs}`
  })
  return createHash('sha1').update(lines.sort().join('\n')).digest('hex')
}

/**
 * Hash of the sources' bytes; names a build.
 * @returns {string}
 */
export function sourceHash() {
  const hash = createHash('sha1').update(process.version.split('.')[0] ?? '')
  for (const file of sourceFiles().sort())
    hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

const record = path.join(root, 'dist', 'build.json')

/**
 * The entry of the production build, which is built first when it is missing or outdated.
 * @returns {string | null} null when the build failed
 */
export function builtSite() {
  // Taken before the build, so that a source changed meanwhile makes the next start build again.
  const stamp = sourceStamp()
  if (!isBuilt(stamp)) {
    console.error('Building …')
    const { status } = spawnSync(
      process.execPath,
      ['--import', 'tsx', path.join(root, 'scripts', 'build.ts')],
      {
        cwd: root,
        stdio: ['ignore', 2, 2],
      },
    )
    if (status !== 0) return null
    writeFileSync(record, JSON.stringify({ hash: sourceHash(), stamp }))
  }
  return path.join(root, 'dist', 'server', 'index.js')
}

/**
 * @param {string} stamp
 * @returns {boolean}
 */
function isBuilt(stamp) {
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
