import { readEnv } from './env.ts'
import { startSentence } from './start-error.ts'
import { startSite } from './start-site.ts'

/** The process of a site: reads the environment, starts the site, and stops it at a signal. */
async function main() {
  loadEnvFile()
  const env = readEnv(process.env, process.cwd())
  const site = await startSite(env, {
    beside: (name) => new URL(name, import.meta.url),
    failed: fail,
    claimed: (release) => process.once('exit', release),
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => site.stop().then(() => process.exit(0), fail))

  if (site.metricsUrl !== null) console.log(`metrics at ${site.metricsUrl}`)
  // When this line is printed, the site can be used and stopped.
  console.log(env.siteUrl === null ? site.url : `${site.url} (${env.siteUrl})`)
}

function loadEnvFile() {
  try {
    process.loadEnvFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function fail(error: unknown) {
  console.error(startSentence(error) ?? error)
  process.exit(1)
}

main().catch(fail)
