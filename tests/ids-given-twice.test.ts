import { existsSync } from 'node:fs'
import { rm, symlink } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { checkFolder } from '../server/content/check/check-folder.ts'
import { createInspector } from '../server/content/check/inspect-file.ts'
import type { ReadingRules } from '../server/content/read/reading-rules.ts'
import { ask, askJson } from './http-client.ts'
import { articleFile, eventually } from './running-site.ts'
import { type Administrator, admin, signIn } from './signed-in-site.ts'
import { type SiteHere, startHere } from './site-here.ts'
import { git, repositoryAt, type TemporaryRepository, temporaryFolder } from './temp-repository.ts'
import { expectSound } from './write-lane-fixture.ts'

interface Checkout extends AsyncDisposable {
  site: SiteHere
  ada: Administrator
  repository: TemporaryRepository
  /** Disconnects the remote, or connects it again and syncs. */
  alone(isAlone: boolean): Promise<void>
}

async function faultsIn(folder: string) {
  const render = async () => ({ html: '' })
  const inspector = (rules: ReadingRules) => createInspector(folder, rules, render)
  return (
    await checkFolder({
      folder,
      now: new Date(),
      inspector,
      render,
      soundFault: () => null,
      isPicture: async () => true,
    })
  ).faults
}

/**
 * Two sites with two clones of one bare repository; each reaches it through its own symbolic link.
 */
async function twoCheckouts() {
  const folder = await temporaryFolder()
  const bare = `${folder.path}/remote.git`
  await git(folder.path, ['init', '-q', '--bare', bare])
  const start = repositoryAt(`${folder.path}/start`)
  await git(folder.path, ['clone', '-q', bare, start.root])
  await start.write('content/articles/2026/first.md', articleFile({ id: '1', title: 'First' }))
  await start.write('content/site.yaml', 'name: Notes\n')
  await start.commit('Start')
  await start.git('push', '-q', 'origin', 'main')
  const checkout = async (name: string): Promise<Checkout> => {
    const repository = repositoryAt(`${folder.path}/${name}`)
    await git(folder.path, ['clone', '-q', bare, repository.root])
    const link = `${folder.path}/${name}.git`
    await symlink(bare, link)
    const env = { ...admin, GIT_REMOTE: link, GIT_SYNC_SECONDS: '3600' }
    const dataDir = `${folder.path}/${name}-data`
    const site = await startHere({
      CONTENT_DIR: repository.path('content'),
      DATA_DIR: dataDir,
      ...env,
    })
    const ada = await signIn(site)
    return {
      site,
      ada,
      repository,
      async alone(isAlone) {
        if (isAlone) return rm(link)
        if (!existsSync(link)) await symlink(bare, link)
        await eventually(
          async () =>
            (await ada.call<{ state: string }>('POST', '/api/sync')).body.state === 'idle',
        )
      },
      [Symbol.asyncDispose]: () => site.stop(),
    }
  }
  return { folder, one: await checkout('one'), two: await checkout('two') }
}

const at = (title: string, more: object = {}) => ({
  title,
  excerpt: 'What it says.',
  content: `${title}.`,
  ...more,
})
const titles = async ({ url }: SiteHere, type: string) =>
  Object.fromEntries(
    (await askJson<Array<{ id: number; title: string }>>(url, `/api/${type}`)).map(
      ({ id, title }) => [id, title],
    ),
  )
const headOf = async ({ root }: TemporaryRepository) =>
  (await git(root, ['rev-parse', 'main'])).trim()

test('an id that two checkouts assign at once stays with the item that is first on the remote; the other item gets a new one', async () => {
  const { folder, one, two } = await twoCheckouts()
  await using _folder = folder
  await using _one = one
  await using _two = two
  /** Runs changes while neither side sees the other's. */
  const apart = async (work: () => Promise<void>) => {
    for (const { alone } of [one, two]) await alone(true)
    await work()
    for (const { alone } of [one, two, one]) await alone(false)
    const head = await headOf(one.repository)
    expect(await headOf(two.repository)).toBe(head)
    for (const { site, repository } of [one, two]) {
      await eventually(
        async () =>
          (await askJson<{ revision: string }>(site.url, '/api/health')).revision === head,
      )
      await expectSound(repository)
    }
  }
  const create = async (checkout: Checkout, type: string, item: object) => {
    const { status, body } = await checkout.ada.call<{ id: number; revision: string }>(
      'POST',
      `/api/${type}`,
      item,
    )
    expect(status).toBe(201)
    return body
  }

  let beta = { id: 0, revision: '' }
  await apart(async () => {
    const alpha = await create(one, 'articles', at('Alpha', { category: 'mixing' }))
    beta = await create(two, 'articles', at('Beta', { category: 'mixing' }))
    expect([alpha.id, beta.id]).toEqual([2, 2])
    await create(one, 'news', at('News of one', { category: 'updates' }))
    await create(two, 'news', at('News of two', { category: 'updates' }))
    await create(two, 'news', at('More news of two', { category: 'updates' }))
  })
  for (const { site, repository } of [one, two]) {
    expect(await titles(site, 'articles')).toEqual({ 1: 'First', 2: 'Alpha', 3: 'Beta' })
    expect(await titles(site, 'news')).toEqual({
      1: 'News of one',
      2: 'More news of two',
      3: 'News of two',
    })
    for (const [path, text] of [
      ['/article/alpha', 'Alpha'],
      ['/article/beta', 'Beta'],
      ['/news/1', 'News of one'],
      ['/news/3', 'News of two'],
    ] as const)
      expect([path, (await ask(site.url, path)).text.includes(text)]).toEqual([path, true])
    expect(await faultsIn(repository.path('content'))).toEqual([])
  }

  // A browser with the old number changes its own item, not the one that has the number now.
  const { status, body } = await two.ada.call('PATCH', '/api/articles/2', {
    excerpt: 'Typed into Beta.',
    revision: beta.revision,
  })
  expect([status, body.id, body.title, body.excerpt]).toEqual([200, 3, 'Beta', 'Typed into Beta.'])
  const alpha = await two.ada.call('GET', '/api/articles/2')
  expect([alpha.body.title, alpha.body.excerpt]).toEqual(['Alpha', 'What it says.'])

  // An address with the old number still leads to its item, unless another item has that number.
  await apart(async () => {
    await create(one, 'news', at('A draft', { category: 'updates', draft: true }))
    const shown = await create(two, 'news', at('Read by people', { category: 'updates' }))
    expect(shown.id).toBe(4)
  })
  for (const { site } of [one, two]) {
    expect(await titles(site, 'news')).toMatchObject({ 5: 'Read by people' })
    const { status, headers } = await ask(site.url, '/news/4')
    expect([status, headers.location]).toEqual([301, '/news/5'])
  }
  // The next ids are counted from there, on both sides.
  expect((await create(one, 'news', at('The next one', { category: 'updates' }))).id).toBe(6)
})
