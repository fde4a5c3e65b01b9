import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { build } from 'esbuild'
import fc from 'fast-check'
import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { articleFile, type RunningSite, runningSite } from '../../tests/running-site.ts'
import { type Administrator, admin, inviteAdministrator, signIn } from '../../tests/signed-in-site.ts'
import { launchBrowser } from '../bench/browser.ts'
import { type Git, gitIn, leftBehind } from './checked-repository.ts'
import { untilFree } from './git.ts'
import type { Device, DeviceState, Field } from './writers/device.tsx'

const people = ['ada', 'bob'] as const
type Person = (typeof people)[number]

/** What becomes of the next write of a browser. */
type Fate =
  | { kind: 'goes' }
  /** The network fails before the server has it. */
  | { kind: 'lost' }
  /** The server does it, the answer is lost. */
  | { kind: 'unanswered' }
  /** The server is killed so many milliseconds after it has it, and comes again. */
  | { kind: 'killed'; after: number }

export type Step =
  | { do: 'open'; who: Person; item: 0 | 1 }
  | { do: 'type'; who: Person; field: Field; place: number }
  | { do: 'save'; who: Person; fate: Fate }
  /** Types and saves. */
  | { do: 'edit'; who: Person; field: Field; place: number; fate: Fate }
  /** Solves or merges what can't be saved as it is. */
  | { do: 'settle'; who: Person }
  /** `fate`: of the first write that the queue sends when the network is back. */
  | { do: 'network'; who: Person; is: boolean; fate: Fate }
  | { do: 'reload'; who: Person }
  | { do: 'crash'; who: Person }
  /** A commit by git itself. */
  | { do: 'native'; item: 0 | 1; field: Field; place: number }

const who = fc.constantFrom(...people)
const item = fc.constantFrom(0 as const, 0 as const, 0 as const, 1 as const)
const field = fc.constantFrom('content' as const, 'content' as const, 'title' as const, 'excerpt' as const)
const place = fc.nat(3)
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ kind: 'goes' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'lost' as const }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'unanswered' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('killed' as const), after: fc.nat(60) }) },
)
const named = <Name extends Step['do'], Rest extends object>(
  weight: number,
  name: Name,
  rest: { [Key in keyof Rest]: fc.Arbitrary<Rest[Key]> },
) => ({ weight, arbitrary: fc.record({ do: fc.constant(name), ...rest }) as unknown as fc.Arbitrary<Step> })
const step = fc.oneof(
  named(2, 'open', { who, item }),
  named(8, 'type', { who, field, place }),
  named(4, 'save', { who, fate }),
  named(10, 'edit', { who, field, place, fate }),
  named(5, 'settle', { who }),
  named(6, 'network', { who, is: fc.constantFrom(true, true, false), fate }),
  named(2, 'reload', { who }),
  named(1, 'crash', { who }),
  named(4, 'native', { item, field, place }),
)

/** The steps of a run: the same for the same seed. In every third run somebody works alone. */
export function stepsOf(seed: number, count: number): Array<Step> {
  const steps = fc.sample(step, { seed, numRuns: count })
  return seed % 3 === 0 ? steps.flatMap((one) => ('who' in one ? [{ ...one, who: 'ada' as const }] : [])) : steps
}

const body = 'One.\n\nTwo.\n\nThree.\n\nFour.'
const fileOf = (id: number) => `content/articles/article-${id}.md`

/**
 * Two browsers with the admin's own code and somebody with git write at the same articles, while networks, answers, tabs and the server are lost, by
 * random steps from each seed. Every acknowledged word must be in history and stay in the newest file, every other one in the browser that it was typed
 * in; commits come in the order of their saves, and each save makes one.
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
  await using site = await runningSite({ files, env: admin })
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
  site: RunningSite
  browser: Browser
  script: string
  sessions: Readonly<Record<Person, { cookie: string; id: number }>>
  ids: readonly [number, number]
  steps: ReadonlyArray<Step>
}

/** Words of a browser's save or of a commit, in the order of the saves. */
interface Saved {
  who: Person
  item: number
  words: Array<string>
  /** Whether the browser was told that it is in a commit. */
  done: boolean
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
  /** What each has typed since the last save of the article that is open. */
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
      return it.settled()
    }
    if (one.do === 'reload' || one.do === 'crash') {
      await it.call('kept')
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
      await it.settled()
      return
    }
    const before = await it.call('state')
    const added = word(one.who)
    if (before.newer && before.trouble === 'none') await it.call('merge')
    const now = await it.call('state')
    if (now.trouble === 'conflict') {
      const after = await it.call('solve', added)
      // Whoever has typed on since sees the conflict as it is now, and chooses again.
      if (after.trouble !== 'none' && !(await it.held()).includes(added)) return
      typed[one.who].push(added)
      wordsOf(one.who).push(added)
      note(one.who, after)
    } else if (await it.call('solveWaiting', added)) typed[one.who].push(added)
  }

  function note(name: Person, { trouble, dirty }: DeviceState) {
    const words = wordsOf(name)
    if (words.length === 0 || (trouble !== 'queued' && (trouble !== 'none' || dirty))) return
    saves.push({ who: name, item: open[name], words: words.splice(0), done: trouble === 'none' })
  }

  const isAlone = steps.every((one) => 'who' in one && one.who === 'ada')

  try {
    for (const name of people) await browsers[name].begin('reload', ids[0])
    for (const [at, one] of steps.entries()) {
      await act(one).catch((error: unknown) => {
        throw new Error(`step ${at}, ${JSON.stringify(one)}: ${error}`)
      })
      for (const name of people) {
        const { trouble, queue, parked: here } = await browsers[name].call('state')
        for (const word of here.match(aWord) ?? []) parked.add(word)
        if (isAlone && (trouble === 'conflict' || queue.includes('conflict')))
          throw new Error(`step ${at}, ${JSON.stringify(one)}: a conflict, and nobody else is there`)
      }
    }
    // Everything is there again, and goes out.
    for (const name of people) await browsers[name].network(true)
    for (const name of people) await browsers[name].drained()
    // Answered by the loaded site, which has settled what was interrupted.
    await fetch(`${site.url}/api/health`)
    const history = await historyOf(git, from, ids)
    const held = { ada: await browsers.ada.held(), bob: await browsers.bob.held() }
    for (const { who: name, words, done } of saves)
      for (const lost of words.filter((one) => done && !history.order.has(one)))
        faults.push(`${name} was told that "${lost}" is saved, and no commit has it`)
    for (const name of people)
      for (const lost of typed[name].filter((one) => !history.order.has(one) && !held[name].includes(one)))
        faults.push(`"${lost}" of ${name} is neither in a commit nor in the browser`)
    for (const lost of native.filter((one) => !history.order.has(one))) faults.push(`no commit has "${lost}"`)
    for (const gone of [...history.order.keys()].filter((one) => !history.now.includes(one)))
      faults.push(`"${gone}" was committed and is gone again`)
    faults.push(...history.empty.map((commit) => `${commit} says nothing new`))
    // What was parked is decided whenever somebody likes.
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

/** Saves of one browser to one article whose first words came into history in another order than they were saved in. */
function outOfOrder(saves: ReadonlyArray<Saved>, order: ReadonlyMap<string, number>): Array<string> {
  const last = new Map<string, number>()
  return saves.flatMap(({ who: name, item, words }) => {
    const at = Math.min(...words.map((one) => order.get(one) ?? Number.POSITIVE_INFINITY))
    const before = last.get(`${name} ${item}`) ?? -1
    if (at !== Number.POSITIVE_INFINITY) last.set(`${name} ${item}`, Math.max(at, before))
    return at < before ? [`"${words[0]}" of ${name} came before what was saved earlier`] : []
  })
}

async function unclean(git: Git, root: string): Promise<Array<string>> {
  const status = await git('status', '--porcelain')
  return [...(status === '' ? [] : [`git status prints ${status.trim()}`]), ...(await leftBehind(root))]
}

const aWord = /\b(?:ada|bob|git)\d+x\b/g

/** The words of all commits since: the place of the first commit that has each, what is there now, and commits that bring no word. */
async function historyOf(git: Git, from: string, ids: readonly [number, number]) {
  const order = new Map<string, number>()
  const empty: Array<string> = []
  const log = await git('log', '--reverse', '-p', '-U0', '--format=%x00%h %an %s', `${from}..HEAD`)
  for (const [at, commit] of log.split('\0').slice(1).entries()) {
    const [title = '', ...lines] = commit.split('\n')
    const added =
      lines
        .filter((line) => line.startsWith('+'))
        .join('\n')
        .match(aWord) ?? []
    const fresh = added.filter((one) => !order.has(one))
    if (fresh.length === 0) empty.push(title)
    for (const one of fresh) order.set(one, at)
  }
  const now = (await Promise.all(ids.map((id) => git('show', `HEAD:${fileOf(id)}`)))).join('\n')
  return { order, empty, now: [...(now.match(aWord) ?? [])] as Array<string> }
}

async function commitNatively(
  git: Git,
  root: string,
  id: number,
  { field, place }: { field: Field; place: number },
  word: string,
): Promise<void> {
  const file = path.join(root, fileOf(id))
  const text = await readFile(file, 'utf8')
  await writeFile(file, withWord(text, word, field, place))
  await untilFree(() => git('add', '--', file))
  await untilFree(() => git('commit', '-q', '-m', `Write ${word}`))
}

function withWord(text: string, word: string, field: Field, place: number): string {
  if (field !== 'content') return text.replace(new RegExp(`^${field}: (.*)$`, 'm'), `${field}: $1 ${word}`)
  const [, head = '', rest = ''] = /^(---\n[\s\S]*?\n---\n\n)([\s\S]*)$/.exec(text) ?? []
  const blocks = rest.trimEnd().split('\n\n')
  return `${head}${blocks.map((block, at) => (at === place % blocks.length ? `${block} ${word}.` : block)).join('\n\n')}\n`
}

interface WriterBrowser {
  fate: Fate
  /** Does something in the page. */
  call<Name extends keyof Device>(name: Name, ...given: Parameters<Device[Name]>): ReturnType<Device[Name]>
  /** Loads the page anew, politely or after a crash, and opens an article. */
  begin(how: 'reload' | 'crash', id: number): Promise<void>
  network(is: boolean): Promise<void>
  /** Settles when the killed server is there again. */
  settled(): Promise<void>
  /** Settles when nothing of the queue can be sent any more. */
  drained(): Promise<void>
  held(): Promise<string>
  close(): Promise<void>
}

async function openBrowser(options: {
  browser: Browser
  url: string
  script: string
  session: { cookie: string; id: number }
  ids: ReadonlyArray<number>
  restart: () => Promise<void>
}): Promise<WriterBrowser> {
  const { browser, url, script, session, ids, restart } = options
  const context = await browser.newContext({ baseURL: url })
  context.setDefaultTimeout(20_000)
  await signInContext(context, url, session.cookie)
  const page = `<!doctype html><title>Writer</title><div id="root"></div><script>userId=${session.id}</script><script type="module" src="/device.js"></script>`
  await context.route('**/device.html', (route) => route.fulfill({ body: page, contentType: 'text/html' }))
  await context.route('**/device.js', (route) => route.fulfill({ body: script, contentType: 'text/javascript' }))
  /** What the service worker would answer with. */
  const known = new Map<string, string>()
  for (const path of ids.map((id) => `/api/articles/${id}`))
    known.set(path, await (await context.request.get(path, { headers: { 'X-Session': 'required' } })).text())
  let connected = true
  let restarting: Promise<void> = Promise.resolve()
  let current: Page | null = null

  await context.route('**/api/**', async (route) => {
    const request = route.request()
    const reading = request.method() === 'GET'
    const { pathname } = new URL(request.url())
    const isItem = reading && /^\/api\/articles\/\d+$/.test(pathname)
    if (!connected) {
      const text = isItem ? known.get(pathname) : undefined
      return text === undefined ? route.abort() : route.fulfill({ body: text, contentType: 'application/json' })
    }
    if (isItem)
      return passing(route, (text) => {
        known.set(pathname, text)
      })
    if (reading) return route.continue()
    const fate = it.fate
    it.fate = { kind: 'goes' }
    return suffer(route, fate)
  })

  async function passing(route: Route, see: (text: string) => void): Promise<void> {
    try {
      const answer = await route.fetch()
      if (answer.ok()) see(await answer.text())
      await route.fulfill({ response: answer })
    } catch {
      await route.abort().catch(() => undefined)
    }
  }

  async function suffer(route: Route, fate: Fate): Promise<void> {
    if (fate.kind === 'goes') return route.continue()
    if (fate.kind === 'unanswered') await route.fetch().catch(() => undefined)
    if (fate.kind === 'killed') {
      const sent = route.fetch().catch(() => undefined)
      await setTimeout(fate.after)
      restarting = restart()
      await Promise.all([restarting, sent])
    }
    await route.abort('connectionreset').catch(() => undefined)
  }

  async function crash(): Promise<void> {
    const old = current
    if (!old) return
    const session = await context.newCDPSession(old)
    const crashed = old.waitForEvent('crash')
    void session.send('Page.crash').catch(() => undefined)
    await crashed
    void old.close()
    current = null
  }

  const it: WriterBrowser = {
    fate: { kind: 'goes' },
    call(name, ...given) {
      if (!current) throw new Error('there is no page')
      return current.evaluate(
        ([name, given]) => (window.device[name] as (...given: ReadonlyArray<unknown>) => unknown)(...given),
        [name, given] as const,
      ) as never
    },
    async begin(how, id) {
      if (how === 'crash') await crash()
      current ??= await context.newPage()
      await current.goto('/device.html')
      await current.waitForFunction(() => window.device !== undefined)
      await it.call('open', id)
    },
    async network(is) {
      connected = is
      await context.setOffline(!is)
    },
    settled: () => restarting,
    async drained() {
      const end = Date.now() + 60_000
      for (;;) {
        const { queue, saving } = await it.call('state')
        // What stands behind a parked entry of the same article waits for it.
        if (!saving && (!queue.includes('waiting') || queue.some((state) => state !== 'waiting'))) return
        if (Date.now() > end) throw new Error(`the queue never went out: ${queue}`)
        await setTimeout(50)
      }
    },
    held: () => it.call('held'),
    close: () => context.close(),
  }
  return it
}

async function signInContext(context: BrowserContext, url: string, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split(/=(.*)/s)
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
}

/** Two administrators, each with a session. */
async function signInAll(site: RunningSite): Promise<Record<Person, { cookie: string; id: number }>> {
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
