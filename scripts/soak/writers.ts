import path from 'node:path'
import { build } from 'esbuild'
import { articleFiles, type SiteWithProcess, siteProcess } from '../../tests/running-site.ts'
import { admin, inviteAdministrator, signIn } from '../../tests/signed-in-site.ts'
import { launchBrowser } from '../bench/browser.ts'
import { times } from '../bench/harness.ts'
import { repositoryFaults } from './checked-repository.ts'
import { isSeedGiven, seed } from './seed.ts'
import { type Acts, createActs, type Written } from './writers/acts.ts'
import { openBrowser, type WriterBrowser } from './writers/browser.ts'
import { aWord, historyOf, outOfOrder } from './writers/history.ts'
import { type Person, people, type Step, stepsOf } from './writers/steps.ts'

/** The random steps from each seed. */
const stepCount = 60
const body = 'One.\n\nTwo.\n\nThree.\n\nFour.'

/**
 * Two browsers with the admin's own code and a writer with git edit the same articles, while
 * networks, responses, tabs and the server fail, by random steps from each seed. Every acknowledged
 * word must be in history and in the newest file, every other one in the browser where it was
 * typed; commits come in the order of their saves, and each save makes one.
 */
export async function writersAtOnce() {
  const seeds = Array.from({ length: isSeedGiven ? 1 : times(100) }, (_, at) => seed + at)
  const files = articleFiles(
    2 * seeds.length,
    'articles/article',
    (at) => ({ id: String(at + 1), title: `Title ${at + 1}`, excerpt: 'Excerpt' }),
    body,
  )
  await using site = await siteProcess({ files, env: admin })
  const ada = await signIn(site)
  const cookies = { ada: ada.cookie, bob: await inviteAdministrator(ada, 'bob') }
  const script = await bundleDevice()
  await using browser = await launchBrowser()
  const faults: Array<string> = []
  let acknowledged = 0
  for (const [at, seed] of seeds.entries()) {
    console.error(`  seed ${seed}`)
    const ids = [2 * at + 1, 2 * at + 2] as const
    const port = new URL(site.url).port
    const restart = () => site.restart({ PORT: port }, 'SIGKILL')
    const open = (name: Person) =>
      openBrowser({ browser, url: site.url, script, cookie: cookies[name], ids, restart })
    const browsers = { ada: await open('ada'), bob: await open('bob') }
    const round = await play(site, browsers, ids, stepsOf(seed, stepCount))
    acknowledged += round.acknowledged
    faults.push(...round.faults.map((fault) => `seed ${seed}: ${fault}`))
  }
  return { acknowledged, faults }
}

async function play(
  { url, repository }: SiteWithProcess,
  browsers: Record<Person, WriterBrowser>,
  ids: readonly [number, number],
  steps: ReadonlyArray<Step>,
) {
  const from = (await repository.git('rev-parse', 'HEAD')).trim()
  const written: Written = { typed: { ada: [], bob: [] }, saves: [], native: [], parked: new Set() }
  const faults: Array<string> = []
  try {
    await takeSteps(steps, createActs({ browsers, repository, ids, written }), browsers, written)
    // Restores all networks and sends everything.
    for (const name of people) await browsers[name].network(true)
    for (const name of people) await browsers[name].drained()
    // Answered by the loaded site, which has recovered interrupted saves.
    await fetch(`${url}/api/health`)
    const uncommitted = {
      ada: await browsers.ada.uncommitted(),
      bob: await browsers.bob.uncommitted(),
    }
    faults.push(...lossesIn(written, await historyOf(repository, from, ids), uncommitted))
    // A save whose answer was lost may still be under way.
    faults.push(...(await repositoryFaults(repository, 300)))
  } catch (error) {
    faults.push(String(error))
  } finally {
    await Promise.all(people.map((name) => browsers[name].close()))
  }
  return { acknowledged: written.saves.filter(({ done }) => done).length, faults }
}

async function takeSteps(
  steps: ReadonlyArray<Step>,
  acts: Acts,
  browsers: Record<Person, WriterBrowser>,
  { parked }: Written,
): Promise<void> {
  const isAlone = steps.every((one) => 'who' in one && one.who === 'ada')
  await acts.begin()
  for (const [at, one] of steps.entries()) {
    await acts.act(one).catch((error: unknown) => {
      throw new Error(`step ${at}, ${JSON.stringify(one)}: ${error}`)
    })
    for (const name of people) {
      const { problem, queue, parked: here } = await browsers[name].call('state')
      for (const word of here.match(aWord) ?? []) parked.add(word)
      if (isAlone && (problem === 'conflict' || queue.includes('conflict')))
        throw new Error(`step ${at}, ${JSON.stringify(one)}: a conflict, and nobody else is there`)
    }
  }
}

/** Compares what was written with the history and with what is left in the browsers. */
function lossesIn(
  { typed, saves, native, parked }: Written,
  { order, now, empty }: Awaited<ReturnType<typeof historyOf>>,
  uncommitted: Record<Person, string>,
): Array<string> {
  const faults: Array<string> = []
  const isMissing = (word: string) => !order.has(word)
  for (const { who, words, done } of saves)
    for (const lost of words.filter(isMissing))
      if (done) faults.push(`${who} was told that "${lost}" is saved, and no commit has it`)
  for (const name of people)
    for (const lost of typed[name].filter(isMissing))
      if (!uncommitted[name].includes(lost))
        faults.push(`"${lost}" of ${name} is neither in a commit nor in the browser`)
  for (const lost of native.filter(isMissing)) faults.push(`no commit has "${lost}"`)
  for (const gone of [...order.keys()].filter((word) => !now.includes(word)))
    faults.push(`"${gone}" was committed and is gone again`)
  faults.push(...empty.map((commit) => `${commit} says nothing new`))
  // Parked saves may be resolved in any order.
  const inTurn = saves.filter(({ words }) => !words.some((one) => parked.has(one)))
  return [...faults, ...outOfOrder(inTurn, order)]
}

async function bundleDevice(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'writers', 'device.tsx')],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  })
  return outputFiles[0]?.text ?? ''
}
