import path from 'node:path'
import { build } from 'esbuild'
import { articleFiles, type SiteWithProcess, siteProcess } from '../../tests/running-site.ts'
import { admin, inviteAdministrator, signIn } from '../../tests/signed-in-site.ts'
import { launchBrowser } from '../bench/browser.ts'
import { isSeedGiven, seed, times } from '../bench/harness.ts'
import { repositoryFaults } from './checked-repository.ts'
import { createActs, type Writer, type Written } from './writers/acts.ts'
import { openBrowser } from './writers/browser.ts'
import { aWord, historyOf, outOfOrder } from './writers/history.ts'
import { people, type Step, stepsOf } from './writers/steps.ts'

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
    (at) => ({
      id: String(at + 1),
      title: `Title ${at + 1}`,
      excerpt: 'Excerpt',
    }),
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
    const writers = people.map(async (name): Promise<Writer> => {
      const cookie = cookies[name]
      return {
        name,
        browser: await openBrowser({
          browser,
          url: site.url,
          script,
          cookie,
          ids,
          restart,
        }),
        item: ids[0],
        typed: [],
        unsaved: new Map(),
      }
    })
    const round = await play(site, await Promise.all(writers), ids, stepsOf(seed, stepCount))
    acknowledged += round.acknowledged
    faults.push(...round.faults.map((fault) => `seed ${seed}: ${fault}`))
  }
  return { acknowledged, faults }
}

async function play(
  { url, repository }: SiteWithProcess,
  writers: ReadonlyArray<Writer>,
  ids: readonly [number, number],
  steps: ReadonlyArray<Step>,
) {
  const from = (await repository.git('rev-parse', 'HEAD')).trim()
  const written: Written = {
    saves: [],
    native: [],
    parked: new Set(),
  }
  const act = createActs(writers, written, repository, ids)
  const faults: Array<string> = []
  try {
    for (const { browser, item } of writers) await browser.begin('reload', item)
    const isAlone = steps.every((step) => 'who' in step && step.who === 'ada')
    for (const [at, step] of steps.entries())
      try {
        await act(step)
        for (const { browser } of writers) {
          const { problem, queue, parked } = await browser.call('state')
          for (const word of parked.match(aWord) ?? []) written.parked.add(word)
          if (isAlone && (problem === 'conflict' || queue.includes('conflict')))
            throw new Error('a conflict, and nobody else is there')
        }
      } catch (error) {
        throw new Error(`step ${at}, ${JSON.stringify(step)}: ${error}`)
      }
    // Restores all networks and sends everything.
    for (const { browser } of writers) await browser.connect(true)
    for (const { browser } of writers) await browser.drained()
    // Answered by the loaded site, which has recovered interrupted saves.
    await fetch(`${url}/api/health`)
    const kept = await Promise.all(writers.map(({ browser }) => browser.call('uncommitted')))
    faults.push(...lossesIn(writers, kept, written, await historyOf(repository, from, ids)))
    // A save whose answer was lost may still be under way.
    faults.push(...(await repositoryFaults(repository, 300)))
  } catch (error) {
    faults.push(String(error))
  } finally {
    for (const { browser } of writers) await browser.close()
  }
  return { acknowledged: written.saves.filter(({ done }) => done).length, faults }
}

/** Compares what was written with the history and with what is left in the browsers. */
function lossesIn(
  writers: ReadonlyArray<Writer>,
  kept: ReadonlyArray<string>,
  { saves, native, parked }: Written,
  { order, now, empty }: Awaited<ReturnType<typeof historyOf>>,
): Array<string> {
  const faults: Array<string> = []
  const isMissing = (word: string) => !order.has(word)
  for (const { who, words, done } of saves)
    for (const lost of words.filter(isMissing))
      if (done) faults.push(`${who} was told that "${lost}" is saved, and no commit has it`)
  for (const [at, { name, typed }] of writers.entries())
    for (const lost of typed.filter(isMissing))
      if (!kept[at]?.includes(lost))
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
