import { type ChildProcess, spawn } from 'node:child_process'
import { watch } from 'node:fs'
import path from 'node:path'
import { serverBundler } from './bundle-server.ts'
import { root } from './sources.mjs'

/**
 * How long a server that has started has the processor for itself before the process of the next
 * one is prepared, in milliseconds.
 */
const prepareDelayMs = 3000

const outdir = path.join(root, 'node_modules', '.cache', 'dev-server')
let prepared: ChildProcess | null = prepare()
const bundler = await serverBundler({ root, outdir, dist: null, buildId: 'development' })
let server: ChildProcess | null = null
let preparation: NodeJS.Timeout | undefined

/** Starts a process that creates Vite and then waits for a message to run the server. */
function prepare(): ChildProcess {
  return spawn(
    process.execPath,
    [path.join(root, 'scripts', 'dev-process.mjs'), path.join(outdir, 'index.js')],
    {
      cwd: root,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, NODE_ENV: 'development' },
    },
  )
}

/** Bundles the server and restarts it. Vite reloads pages without this. */
async function restart() {
  try {
    await bundler.rebuild()
  } catch {
    // esbuild has printed the error; the running server stays until it is fixed.
    return
  }
  clearTimeout(preparation)
  await stop(server)
  server = isRunning(prepared) ? prepared : prepare()
  prepared = null
  server.send('run')
  preparation = setTimeout(() => {
    prepared = prepare()
  }, prepareDelayMs)
}

function isRunning(child: ChildProcess | null): child is ChildProcess {
  return child !== null && child.exitCode === null && child.signalCode === null
}

async function stop(child: ChildProcess | null) {
  if (!isRunning(child)) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

let timer: NodeJS.Timeout | undefined
let restarting = restart()
for (const folder of ['server', 'src/contract', 'src/domain']) {
  watch(path.join(root, folder), { recursive: true }, (_event, name) => {
    if (!name || /\.test\.ts$/.test(name)) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      restarting = restarting.then(restart)
    }, 100)
  })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    clearTimeout(preparation)
    void Promise.all([stop(server), stop(prepared)]).then(() => process.exit(0))
  })
}
