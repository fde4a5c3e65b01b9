import { runCases, seed, times } from '../bench/harness.ts'
import { clusterFaults } from './cluster.ts'
import { damageDataFiles } from './damage.ts'
import { deployBackAndForth } from './deploy.ts'
import { disturbedSite } from './disturbed-site.ts'
import { hostileBodies } from './hostile.ts'
import { runProperties } from './properties.ts'
import { writersAtOnce } from './writers.ts'

/** Each returns the faults as sentences, and figures. */
const runs: Record<string, () => Promise<{ faults: Array<string> }>> = {
  server: () => disturbedSite('kill', { rounds: times(200) }),
  gc: () => disturbedSite('gc', { saves: times(2000) }),
  race: () => disturbedSite('commits', { saves: times(1000) }),
  hostile: () =>
    hostileBodies({
      files: times(200),
      saves: times(40),
      size: 60_000,
      largest: 450_000,
    }),
  damage: () => damageDataFiles(),
  properties: runProperties,
  cluster: clusterFaults,
  deploy: deployBackAndForth,
  writers: writersAtOnce,
}

// `npm run soak -- [NAME …] [--quick] [--seed=N]`: all or the named long fault and race tests. `npm
// test` proves each rule by itself (`docs/testing.md`) and has short forms of some. Needs `npm run
// build`. The printed seed repeats the same steps.
console.log(`--seed=${seed}`)
await runCases(runs, async (run, name) => {
  const { faults, ...figures } = await run()
  console.log(name, { ...figures, faults: faults.length })
  for (const fault of faults) console.log(`  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
})
