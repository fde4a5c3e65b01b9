import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ask } from './http-client.ts'
import { articleFile, eventually, publish, type RunningSite, runningSite } from './running-site.ts'
import { type Administrator, admin, signIn } from './signed-in-site.ts'

const count = 27
const title = (id: number) => `Article number ${id}`
const article = (id: number) =>
  articleFile({ id: String(id), title: title(id) }, `The text of number ${id}.`)
const files = Object.fromEntries(
  Array.from({ length: count }, (_, at) => [`articles/2026/number-${at + 1}.md`, article(at + 1)]),
)

let site: RunningSite
let ada: Administrator
beforeAll(async () => {
  site = await runningSite({ files, env: admin })
  ada = await signIn(site)
})
beforeEach(() => publish(site, files))
afterAll(() => site[Symbol.asyncDispose]())

const inGit = (name: string) => site.repository.path(`.git/${name}`)
const health = async () => {
  const { status, text } = await ask(site.url, '/api/health')
  return {
    code: status,
    ...(JSON.parse(text) as { status: string; revision: string; message?: string }),
  }
}
const head = async () => (await site.repository.git('rev-parse', 'HEAD')).trim()

/** Moves a file or folder of git away; the returned function moves it back. */
function away(name: string): () => void {
  renameSync(inGit(name), site.repository.path('aside'))
  return () => renameSync(site.repository.path('aside'), inGit(name))
}

function emptied(name: string): () => void {
  const before = readFileSync(inGit(name))
  writeFileSync(inGit(name), '')
  return () => writeFileSync(inGit(name), before)
}

const losses: Array<{
  what: string
  lose(): Promise<() => unknown>
  status: string
  sentence: RegExp
}> = [
  {
    what: 'the branch is deleted',
    async lose() {
      const commit = await head()
      await site.repository.git('update-ref', '-d', 'refs/heads/main')
      return () => site.repository.git('update-ref', 'refs/heads/main', commit)
    },
    status: 'no-commit',
    sentence:
      /^Branch main has no commit any more; bring it back with "git update-ref refs\/heads\/main [0-9a-f]{40}"/,
  },
  {
    what: 'the file of packed refs is lost',
    async lose() {
      await site.repository.git('pack-refs', '--all')
      expect(existsSync(inGit('refs/heads/main'))).toBe(false)
      return away('packed-refs')
    },
    status: 'no-commit',
    sentence: /^Branch main has no commit any more; /,
  },
  {
    what: 'the branch is empty',
    async lose() {
      writeFileSync(inGit('refs/heads/main'), `${await head()}\n`)
      return emptied('refs/heads/main')
    },
    status: 'unreadable',
    sentence:
      /^The repository of the site cannot be read: .*refs\/heads\/main contains no commit id; repair it, then save again\.$/,
  },
  {
    what: 'HEAD is empty',
    lose: async () => emptied('HEAD'),
    status: 'unreadable',
    sentence:
      /^The repository of the site cannot be read: .*(HEAD contains no commit id|not a git repository).*; /,
  },
  {
    what: 'the whole repository is gone',
    lose: async () => away(''),
    status: 'unreadable',
    sentence: /^The repository of the site cannot be read: .*HEAD is missing; /,
  },
  {
    what: 'all objects are gone',
    lose: async () => away('objects'),
    status: 'unreadable',
    sentence:
      /^The repository of the site cannot be read: .*(objects is missing|has no object [0-9a-f]{40}|not a git repository).*; /,
  },
]

test.each(losses)(
  'while $what, the site shows the last known content, refuses saves in one sentence and reports the state',
  async (loss) => {
    const before = await head()
    const number = losses.indexOf(loss) + 3
    const bringBack = await loss.lose()
    try {
      expect(await health()).toEqual({
        code: 503,
        status: loss.status,
        revision: before,
        contentProblems: expect.any(Number),
        message: expect.stringMatching(/^The .*, and nothing can be saved\.$/),
      })
      const made = { title: 'New', excerpt: 'New.', content: 'New.', category: 'mixing' }
      for (const { status, body } of [
        await ada.call('PATCH', `/api/articles/${number}`, { title: 'Another title' }),
        await ada.call('PATCH', '/api/articles/1', { title: 'Another title' }),
        await ada.call('POST', '/api/articles', made),
        await ada.call('DELETE', '/api/articles/2'),
      ])
        expect([status, body]).toEqual([
          409,
          { kind: 'shape', message: expect.stringMatching(loss.sentence) },
        ])
      expect((await ask(site.url, '/api/articles')).text.match(/"id":/g)).toHaveLength(count)
      // A page that was not requested yet, so nothing of it is in memory.
      const page = await ask(site.url, `/article/number-${number}`)
      expect([page.status, page.text.includes(`The text of number ${number}.`)]).toEqual([
        200,
        true,
      ])
    } finally {
      await bringBack()
    }
    await eventually(async () => (await health()).status === 'ok')
    const { status } = await ada.call('PATCH', `/api/articles/${number}`, {
      excerpt: `Saved after ${loss.what}.`,
    })
    expect(status).toBe(200)
    expect((await site.repository.git('rev-parse', 'HEAD~1')).trim()).toBe(before)
    expect(await site.repository.git('status', '--porcelain')).toBe('')
  },
)

test('a start without the branch shows the last known content, and refuses saves as well', async () => {
  const commit = await head()
  await site.stop()
  await site.repository.git('update-ref', '-d', 'refs/heads/main')
  await site.restart()
  ada = await signIn(site)
  expect((await ask(site.url, '/api/articles')).text.match(/"id":/g)).toHaveLength(count)
  expect(await health()).toMatchObject({ code: 503, status: 'no-commit', revision: commit })
  const refused = await ada.call('PATCH', '/api/articles/1', { title: 'Another title' })
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining(commit)])
  expect(await site.repository.git('for-each-ref')).toBe('')
  await site.repository.git('update-ref', 'refs/heads/main', commit)
  await eventually(async () => (await health()).status === 'ok')
  expect((await ada.call('PATCH', '/api/articles/1', { title: 'Another title' })).status).toBe(200)
})

test('a branch that was reset to another history is shown, and saves are added to it', async () => {
  const old = await ada.call<{ revision: string }>('PATCH', '/api/articles/1', {
    title: 'Of the old history',
  })
  await site.repository.git('checkout', '-q', '--orphan', 'rewritten')
  await site.repository.git('rm', '-rqf', '.')
  await site.repository.write('content/articles/2026/number-1.md', article(1))
  const rewritten = await site.repository.commit('Only one')
  await site.repository.git('branch', '-qf', 'main', rewritten)
  await site.repository.git('checkout', '-q', 'main')
  await site.repository.git('branch', '-qD', 'rewritten')
  await site.repository.git('reflog', 'expire', '--expire=now', '--all')
  await site.repository.git('gc', '-q', '--prune=now')
  await eventually(async () => (await health()).revision === rewritten)
  expect((await ask(site.url, '/api/articles')).text.match(/"id":/g)).toHaveLength(1)
  expect((await ada.call('PATCH', '/api/articles/2', { title: 'Gone' })).status).toBe(404)

  await site.restart()
  // The version that a browser started from is gone: all differences are conflicts, and the answer
  // contains both sides.
  const asked = await ada.call<{
    base: unknown
    theirs: { title: string }
    yours: { title: string }
  }>('PATCH', '/api/articles/1', {
    title: 'Typed meanwhile',
    content: 'Typed meanwhile.',
    revision: old.body.revision,
  })
  expect(asked.status).toBe(409)
  expect(asked.body).toMatchObject({
    base: null,
    theirs: { title: title(1) },
    yours: { title: 'Typed meanwhile' },
  })
  const { status } = await ada.call('PATCH', '/api/articles/1', { title: 'On top of it' })
  expect(status).toBe(200)
  expect((await site.repository.git('rev-parse', 'HEAD~1')).trim()).toBe(rewritten)
  expect(await health()).toMatchObject({ code: 200, status: 'ok' })
})

test('the first save creates the first commit of a repository without one', async () => {
  await site.stop()
  rmSync(site.repository.path('.git'), { recursive: true })
  rmSync(site.repository.path('content/articles'), { recursive: true })
  rmSync(`${site.dataDir}/cache`, { recursive: true })
  await site.repository.git('init', '-q')
  await site.restart()
  ada = await signIn(site)
  expect(await health()).toMatchObject({ code: 503, status: 'no-commit', revision: null })
  const made = { title: 'First', excerpt: 'First.', content: 'First.', category: 'mixing' }
  const { status, body } = await ada.call('POST', '/api/articles', made)
  expect(status).toBe(201)
  expect(await health()).toMatchObject({ code: 200, status: 'ok' })
  await ada.call('DELETE', `/api/articles/${body.id}`)
})
