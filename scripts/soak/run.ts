import { killDuringSaves, raceWithGit, type SoakResult } from './git.ts'
import { killServerDuringSaves } from './server.ts'
import { killServerDuringSubscriptions } from './subscribers.ts'

const runs: Record<string, () => Promise<Pick<SoakResult, 'acknowledged' | 'faults'>>> = {
  race: () => raceWithGit({ saves: 1000, commits: 1000 }),
  kill: () => killDuringSaves({ rounds: 200 }),
  server: () => killServerDuringSaves({ rounds: 200 }),
  subscribers: () => killServerDuringSubscriptions({ rounds: 200 }),
}

// `npm run soak -- [NAME …]`: the long fault and race runs, all or those that are named. `npm test` holds a short form of each. Needs `npm run build`.
const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in runs))
if (unknown.length > 0) {
  console.error(`There is no run called ${unknown.join(', ')}; there are ${Object.keys(runs).join(', ')}.`)
  process.exit(2)
}
for (const [name, run] of Object.entries(runs)) {
  if (names.length > 0 && !names.includes(name)) continue
  console.error(`${name} …`)
  const { faults, ...figures } = await run()
  console.log(name, { ...figures, faults: faults.length })
  for (const fault of faults) console.log(`  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
}
