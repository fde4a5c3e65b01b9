import { clusterFaults } from './cluster.ts'
import { damageDataFiles } from './damage.ts'
import { backAndForth, deployBackAndForth } from './deploy.ts'
import { disturbedSite } from './disturbed-site.ts'
import { hostileBodies } from './hostile.ts'
import { runProperties } from './properties.ts'
import { writersAtOnce } from './writers.ts'

/** Each returns the faults as sentences, and figures. */
const runs: Record<string, () => Promise<{ faults: Array<string> }>> = {
  server: () => disturbedSite({ how: 'kill', rounds: 200 }),
  gc: () => disturbedSite({ how: 'gc', saves: 2000 }),
  race: () => disturbedSite({ how: 'commits', saves: 1000 }),
  hostile: () => hostileBodies({ files: 200, saves: 40, size: 60_000, largest: 450_000 }),
  damage: () => damageDataFiles(),
  // 4800, 1440 and 1920 documents for the preserved blocks, 1800 for merges.
  properties: async () => runProperties({ times: 120 }),
  cluster: () =>
    clusterFaults({
      seed: seedsOf(1)[0] as number,
      slack: 1,
      saves: 1000,
      shared: 300,
      subscriptions: 1000,
      people: 2000,
      kills: 40,
      faults: 20,
      crashes: 3,
      calm: { reads: 1000, readsWithoutMessages: 16, visits: 10_000 },
    }),
  deploy: () =>
    deployBackAndForth({
      steps: backAndForth,
      perSecond: 200,
      atOnce: 20,
      seed: seedsOf(1)[0] as number,
      isContractTested: true,
    }),
  writers: () =>
    writersAtOnce({
      seeds: seedsOf(100),
      steps: 60,
      onSeed: (seed) => console.error(`  seed ${seed}`),
    }),
}

/** The seeds of the random steps: the given one, or new ones. */
function seedsOf(count: number): Array<number> {
  const given = process.argv.find((one) => one.startsWith('--seed='))
  if (given) return [Number(given.slice('--seed='.length))]
  return Array.from({ length: count }, () => Math.floor(Math.random() * 2 ** 31))
}

// `npm run soak -- [NAME …] [--seed=N]`: all or the named long fault and race tests. `npm test`
// proves each rule by itself (`docs/testing.md`) and has short forms of some. Needs `npm run
// build`. A printed seed repeats the same steps.
const names = process.argv.slice(2).filter((one) => !one.startsWith('--seed='))
const unknown = names.filter((name) => !(name in runs))
if (unknown.length > 0) {
  console.error(
    `There is no run called ${unknown.join(', ')}; there are ${Object.keys(runs).join(', ')}.`,
  )
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
