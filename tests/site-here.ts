import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Embedded from '../server/embedded.ts'
import { runningLogs } from './running-logs.ts'
import { siteEnvironment } from './running-site.ts'

const server = pathToFileURL(path.join(path.dirname(import.meta.dirname), 'dist', 'server', '/'))
const beside = (name: string) => new URL(name, server)

/** The built server's modules, which are loaded once in this process. */
let loaded: Promise<typeof Embedded> | null = null
/** The threads of all sites of this process: their start takes longer than that of a site. */
let threads: ReturnType<typeof Embedded.createSiteWorkers> | null = null

function embedded(): Promise<typeof Embedded> {
  loaded ??= import(/* @vite-ignore */ beside('embedded.js').href) as Promise<typeof Embedded>
  return loaded
}

export interface SiteHere {
  url: string
  /** The log, and what is printed for the operator. */
  output(): string
  /** Stops the site, once. */
  stop(): Promise<void>
}

/**
 * Starts the built site in this process; `printed` is the output of its last start. Rejects when it
 * can't start.
 */
export async function startHere(env: Record<string, string>, printed = ''): Promise<SiteHere> {
  const { createLog, createSiteWorkers, readEnv, startSite } = await embedded()
  threads ??= createSiteWorkers(beside)
  let output = printed
  const releases: Array<() => void> = []
  const site = await startSite(readEnv(siteEnvironment(env), path.dirname(env.DATA_DIR ?? '/')), {
    beside,
    workers: sharedBy(threads),
    whenIdle: () => () => {},
    log: createLog({
      write(line) {
        output += line
      },
    }),
    print(line) {
      output += `${line}\n`
    },
    failed(error) {
      throw error
    },
    claimed: (release) => releases.push(release),
  }).catch((error: unknown) => {
    for (const release of releases) release()
    throw error
  })
  if (site.metricsUrl !== null) output += `metrics at ${site.metricsUrl}\n`
  const url = site.url.replace('localhost', '127.0.0.1')
  const log = { url, output: () => output, hasEnded: false }
  runningLogs.add(log)
  let stopped: Promise<void> | null = null
  return {
    url,
    output: () => output,
    stop() {
      stopped ??= site.stop().finally(() => {
        log.hasEnded = true
        for (const release of releases) release()
      })
      return stopped
    },
  }
}

/** The same threads for a site that closes its own. */
function sharedBy({ texts, bodies, sounds }: ReturnType<typeof Embedded.createSiteWorkers>) {
  const close = async () => {}
  return { texts: { ...texts, close }, bodies: { ...bodies, close }, sounds: { ...sounds, close } }
}
