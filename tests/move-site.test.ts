import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { articleFile } from './running-site.ts'
import { scriptHere } from './script-here.ts'
import { startHere } from './site-here.ts'
import { git, temporaryFolder, temporaryRepository } from './temp-repository.ts'

/** A repository of code and content, with a commit of each kind and a merge. */
async function siteOfCode() {
  const repository = await temporaryRepository(['-b', 'trunk'])
  await repository.write('code.txt', 'One.\n')
  await repository.commit('Code')
  await repository.write(
    'content/site.yaml',
    'name: Moved\ntagline: T\ndescription: D\ndisclaimer: ""\nabout: A\n',
  )
  await repository.write('content/articles/2026/ä b.md', articleFile({ title: 'First' }))
  await repository.commit('Begin the content\n\nWith a body: ü.')
  await repository.git('checkout', '-q', '-b', 'side')
  await repository.write('content/articles/2026/side.md', articleFile({ title: 'Side' }))
  await repository.commit('Side')
  await repository.git('checkout', '-q', 'trunk')
  await repository.write('content/articles/2026/main.md', articleFile({ title: 'Main' }))
  await repository.write('code.txt', 'Two.\n')
  await repository.commit('Main')
  await repository.git('merge', '-q', '--no-edit', 'side')
  return repository
}

test('the content moves with its history into a repository of its own, and the site starts on it', async () => {
  await using repository = await siteOfCode()
  await using place = await temporaryFolder()
  const folder = path.join(place.path, 'content')
  const before = [
    await repository.git('for-each-ref'),
    await repository.git('status', '--porcelain'),
  ]
  const env = { CONTENT_DIR: repository.path('content') }
  const moved = await scriptHere('move-site', [folder], env, place.path)
  expect(moved).toMatchObject({
    code: 0,
    out: expect.stringContaining(`Set CONTENT_DIR=${folder} in .env`),
  })
  expect([
    await repository.git('for-each-ref'),
    await repository.git('status', '--porcelain'),
  ]).toEqual(before)

  const log = (root: string, ...of: Array<string>) =>
    git(root, ['log', '--topo-order', '--format=%an %ae %at %cn %ct %B', ...of])
  expect(await log(folder)).toBe(
    await log(repository.root, '--full-history', '--simplify-merges', '--', 'content'),
  )
  const trees = [
    git(folder, ['rev-parse', 'trunk^{tree}']),
    repository.git('rev-parse', 'trunk:content'),
  ]
  const [own, old] = await Promise.all(trees)
  expect(own).toBe(old)
  expect((await git(folder, ['rev-list', '--merges', '--count', 'trunk'])).trim()).toBe('1')
  expect(await git(folder, ['status', '--porcelain'])).toBe('')
  expect(await git(folder, ['fsck', '--no-dangling', '--unreachable'])).toBe('')
  expect(await readdir(folder)).not.toContain('code.txt')

  const site = await startHere({ CONTENT_DIR: folder, DATA_DIR: path.join(place.path, 'data') })
  expect(await (await fetch(`${site.url}/category/all`)).text()).toContain('Side')
  await site.stop()
})

test('what can not be moved as a whole is refused with one sentence and leaves no folder', async () => {
  await using repository = await siteOfCode()
  await using place = await temporaryFolder()
  const folder = path.join(place.path, 'content')
  const move = (to = folder, contentDir = repository.path('content')) =>
    scriptHere('move-site', [to], { CONTENT_DIR: contentDir }, place.path)
  const refused = (words: string) => ({ code: 1, out: '', err: expect.stringContaining(words) })
  expect(await move()).toMatchObject({ code: 0 })
  expect(await move()).toMatchObject(refused('is not empty'))
  expect(await move(repository.path('own'))).toMatchObject(refused('name a folder outside of it'))
  expect(await move(path.join(place.path, 'again'), place.path)).toMatchObject(
    refused('there is nothing to move'),
  )
  await repository.write('content/articles/2026/new.md', 'New')
  expect(await move(path.join(place.path, 'again'))).toMatchObject(
    refused('changes that are not committed'),
  )
  expect((await readFile(repository.path('code.txt'), 'utf8')).trim()).toBe('Two.')
  expect(await readdir(repository.root)).not.toContain('own')
})
