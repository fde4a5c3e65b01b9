import { setTimeout } from 'node:timers/promises'
import { siteProcess } from '../../tests/running-site.ts'
import { admin, signIn } from '../../tests/signed-in-site.ts'
import { articlesToSave, savesOn } from './server-saves.ts'
import { subscriptionsOn } from './server-subscriptions.ts'
import type { Work } from './server-work.ts'

/**
 * Kills the whole server with SIGKILL while clients save, subscribe, unsubscribe and return through HTTP, in several
 * rounds, and starts it again. What it acknowledged must be there after each start.
 */
export async function killServer({ rounds }: { rounds: number }) {
  await using site = await siteProcess({ files: articlesToSave, env: { ...admin, TRUST_PROXY: 'loopback' } })
  const ada = await signIn(site)
  const works: ReadonlyArray<Work> = [savesOn(site, ada), subscriptionsOn(site, ada)]
  const faults: Array<string> = []
  for (let round = 0; round < rounds; round++) {
    let killed = false
    const before = works.map((work) => work.acknowledged())
    const running = Promise.all(works.map((work) => work.run(round, () => killed)))
    // The server loads with its first responses; from then on it may be killed at any moment.
    while (works.some((work, at) => work.acknowledged() === before[at])) await Promise.race([setTimeout(10), running])
    await setTimeout(Math.random() * 250)
    killed = true
    await site.restart({}, 'SIGKILL')
    await running
    // Answered by the loaded site, which has recovered interrupted saves.
    await fetch(`${site.url}/api/health`)
    for (const work of works) for (const fault of await work.faults()) faults.push(`round ${round}: ${fault}`)
  }
  const [saves, subscriptions] = works.map((work) => work.acknowledged())
  return { saves: saves ?? 0, subscriptions: subscriptions ?? 0, faults }
}
