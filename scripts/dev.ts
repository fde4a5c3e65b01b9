import { type ChildProcess, spawn } from 'node:child_process'
import { watch } from 'node:fs'
import path from 'node:path'
import { serverBundler } from './bundle-server.ts'
import { root } from './sources.mjs'

const outdir = path.join(root, 'node_modules', '.cache', 'dev-server')
const bundler = await serverBundler({ root, outdir, dist: null, buildId: 'development' })
let server: ChildProcess | null = null

/** Bundles the server and restarts it. Vite reloads pages without this. */
async function restart(): Promise<void> {
  try {
    await bundler.rebuild()
  } catch {
    // esbuild has printed the error; the running server stays until it is fixed.
    return
  }
  await stop()
  server = spawn(process.execPath, [path.join(outdir, 'index.js')], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'development' },
  })
}

function stop(): Promise<void> {
  const running = server
  if (!running || running.exitCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    running.once('exit', () => resolve())
    running.kill('SIGTERM')
  })
}

let timer: NodeJS.Timeout | undefined
for (const folder of ['server', 'src/contract', 'src/domain']) {
  watch(path.join(root, folder), { recursive: true }, (_event, name) => {
    if (!name || /\.test\.ts$/.test(name)) return
    clearTimeout(timer)
    timer = setTimeout(restart, 100)
  })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop().then(() => process.exit(0)))
await restart()
