import path from 'node:path'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import { articleFile, type SiteWithProcess, siteProcess } from '../../tests/running-site.ts'
import { type Administrator, admin, inviteAdministrator, signIn } from '../../tests/signed-in-site.ts'
import { launchBrowser } from '../bench/browser.ts'
import { gitIn } from './checked-repository.ts'
import { openBrowser } from './writers/browser.ts'
import type { DeviceState } from './writers/device.tsx'
import { aWord, commitNatively, historyOf, outOfOrder, type Saved, unclean } from './writers/history.ts'
import { type Person, people, type Step, stepsOf } from './writers/steps.ts'

const body = 'One.\n\nTwo.\n\nThree.\n\nFour.'

/**
 * Two browsers with the admin's own code and a writer with git edit the same articles, while networks, responses,
 * tabs and the server fail, by random steps from each seed. Every acknowledged word must be in history and in the
 * newest file, every other one in the browser where it was typed; commits come in the order of their saves, and each
 * save makes one.
 */
export async function writersAtOnce({
  seeds,
  steps,
  onSeed = () => {},
}: {
  seeds: ReadonlyArray<number>
  steps: number
  onSeed?: (seed: number) => void
}) {
  const files = Object.fromEntries(
    seeds.flatMap((_, at) =>
      [2 * at + 1, 2 * at + 2].map((id) => [
        `articles/article-${id}.md`,
        articleFile({ id: String(id), title: `Title ${id}`, excerpt: 'Excerpt' }, body),
      ]),
    ),
  )
  await using site = await siteProcess({ files, env: admin })
  const [browser, script, sessions] = await Promise.all([launchBrowser(), bundleDevice(), signInAll(site)])
  const faults: Array<string> = []
  let acknowledged = 0
  try {
    for (const [at, seed] of seeds.entries()) {
      onSeed(seed)
      const round = await play({
        site,
        browser,
        script,
        sessions,
        ids: [2 * at + 1, 2 * at + 2],
        steps: stepsOf(seed, steps),
      })
      acknowledged += round.acknowledged
      faults.push(...round.faults.map((fault) => `seed ${seed}: ${fault}`))
    }
  } finally {
    await browser.close()
  }
  return { acknowledged, faults }
}

interface Round {
  site: SiteWithProcess
  browser: Browser
  script: string
  sessions: Readonly<Record<Person, { cookie: string; id: number }>>
  ids: readonly [number, number]
  steps: ReadonlyArray<Step>
}

async function play({ site, browser, script, sessions, ids, steps }: Round) {
  const git = gitIn(site.repository.root)
  const from = (await git('rev-parse', 'HEAD')).trim()
  const typed: Record<Person, Array<string>> = { ada: [], bob: [] }
  const saves: Array<Saved> = []
  const native: Array<string> = []
  const parked = new Set<string>()
  const faults: Array<string> = []
  const port = new URL(site.url).port
  const restart = () => site.restart({ PORT: port }, 'SIGKILL')
  const browsers = {
    ada: await openBrowser({ browser, url: site.url, script, session: sessions.ada, ids, restart }),
    bob: await openBrowser({ browser, url: site.url, script, session: sessions.bob, ids, restart }),
  }
  let count = 0
  const word = (by: string) => `${by}${count++}x`
  /** The words that each has typed since the last save of the open article. */
  const unsaved: Record<Person, Map<number, Array<string>>> = { ada: new Map(), bob: new Map() }
  const open: Record<Person, number> = { ada: ids[0], bob: ids[0] }
  const wordsOf = (name: Person) => {
    const words = unsaved[name].get(open[name]) ?? []
    unsaved[name].set(open[name], words)
    return words
  }

  async function act(one: Step): Promise<void> {
    if (one.do === 'native') {
      const added = word('git')
      native.push(added)
      await commitNatively(git, site.repository.root, ids[one.item], one, added)
      return
    }
    const it = browsers[one.who]
    if (one.do === 'network') {
      if (one.is) it.fate = one.fate
      await it.network(one.is)
      return it.restarted()
    }
    if (one.do === 'reload' || one.do === 'crash') {
      await it.call('stored')
      return it.begin(one.do, open[one.who])
    }
    if (one.do === 'open') {
      open[one.who] = ids[one.item]
      return it.call('open', ids[one.item])
    }
    if (one.do === 'type') {
      const added = word(one.who)
      typed[one.who].push(added)
      wordsOf(one.who).push(added)
      return it.call('type', added, one.field, one.place)
    }
    if (one.do === 'edit') {
      await act({ ...one, do: 'type' })
      return act({ do: 'save', who: one.who, fate: one.fate })
    }
    if (one.do === 'save') {
      it.fate = one.fate
      const after = await it.call('save')
      note(one.who, after)
      it.fate = { kind: 'goes' }
      await it.restarted()
      return
    }
    const before = await it.call('state')
    const added = word(one.who)
    if (before.newer && before.problem === 'none') await it.call('merge')
    const now = await it.call('state')
    if (now.problem === 'conflict') {
      const after = await it.call('solve', added)
      // After further typing, the conflict is shown again and has to be resolved again.
      if (after.problem !== 'none' && !(await it.uncommitted()).includes(added)) return
      typed[one.who].push(added)
      wordsOf(one.who).push(added)
      note(one.who, after)
    } else if (await it.call('resolveQueued', added)) typed[one.who].push(added)
  }

  function note(name: Person, { problem, dirty }: DeviceState) {
    const words = wordsOf(name)
    if (words.length === 0 || (problem !== 'queued' && (problem !== 'none' || dirty))) return
    saves.push({ who: name, item: open[name], words: words.splice(0), done: problem === 'none' })
  }

  const isAlone = steps.every((one) => 'who' in one && one.who === 'ada')

  try {
    for (const name of people) await browsers[name].begin('reload', ids[0])
    for (const [at, one] of steps.entries()) {
      await act(one).catch((error: unknown) => {
        throw new Error(`step ${at}, ${JSON.stringify(one)}: ${error}`)
      })
      for (const name of people) {
        const { problem, queue, parked: here } = await browsers[name].call('state')
        for (const word of here.match(aWord) ?? []) parked.add(word)
        if (isAlone && (problem === 'conflict' || queue.includes('conflict')))
          throw new Error(`step ${at}, ${JSON.stringify(one)}: a conflict, and nobody else is there`)
      }
    }
    // Restores all networks and sends everything.
    for (const name of people) await browsers[name].network(true)
    for (const name of people) await browsers[name].drained()
    // Answered by the loaded site, which has recovered interrupted saves.
    await fetch(`${site.url}/api/health`)
    const history = await historyOf(git, from, ids)
    const uncommitted = { ada: await browsers.ada.uncommitted(), bob: await browsers.bob.uncommitted() }
    for (const { who: name, words, done } of saves)
      for (const lost of words.filter((one) => done && !history.order.has(one)))
        faults.push(`${name} was told that "${lost}" is saved, and no commit has it`)
    for (const name of people)
      for (const lost of typed[name].filter((one) => !history.order.has(one) && !uncommitted[name].includes(one)))
        faults.push(`"${lost}" of ${name} is neither in a commit nor in the browser`)
    for (const lost of native.filter((one) => !history.order.has(one))) faults.push(`no commit has "${lost}"`)
    for (const gone of [...history.order.keys()].filter((one) => !history.now.includes(one)))
      faults.push(`"${gone}" was committed and is gone again`)
    faults.push(...history.empty.map((commit) => `${commit} says nothing new`))
    // Parked saves may be resolved in any order.
    const inTurn = saves.filter(({ words }) => !words.some((one) => parked.has(one)))
    faults.push(...outOfOrder(inTurn, history.order))
    faults.push(...(await unclean(git, site.repository.root)))
  } catch (error) {
    faults.push(String(error))
  } finally {
    await Promise.all(people.map((name) => browsers[name].close()))
  }
  return { acknowledged: saves.filter(({ done }) => done).length, faults }
}

/** Signs in two administrators. */
async function signInAll(site: SiteWithProcess): Promise<Record<Person, { cookie: string; id: number }>> {
  const ada = await signIn(site)
  const cookie = await inviteAdministrator(ada, 'bob')
  return { ada: { cookie: ada.cookie, id: await idOf(ada) }, bob: { cookie, id: await idOf(ada, cookie) } }
}

async function idOf(ada: Administrator, cookie = ada.cookie): Promise<number> {
  const { body } = await ada.call<{ user: { id: number } }>('GET', '/api/auth/status', undefined, { Cookie: cookie })
  return body.user.id
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
