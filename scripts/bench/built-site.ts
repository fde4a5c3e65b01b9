import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root, sourceHash } from '../sources.mjs'

/** The entry of the production build, which is built first when it is missing or outdated. */
export function builtSite(): string {
  if (!isFresh()) {
    console.error('Building …')
    const { status } = spawnSync(process.execPath, ['--import', 'tsx', path.join(root, 'scripts', 'build.ts')], {
      cwd: root,
      stdio: ['ignore', 2, 2],
    })
    if (status !== 0) throw new Error('The build failed.')
  }
  return path.join(root, 'dist', 'server', 'index.js')
}

function isFresh(): boolean {
  try {
    const built = JSON.parse(readFileSync(path.join(root, 'dist', 'build.json'), 'utf8')) as { hash: string }
    return built.hash === sourceHash()
  } catch {
    return false
  }
}
