import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { articleFile } from './running-site.ts'
import { edited, syncWorld, tipOf } from './sync-fixture.ts'
import { git } from './temp-repository.ts'
import { expectSound } from './write-lane-fixture.ts'

const warp = 'articles/2026/warp.md'

test("a writer's push is merged into the checkout, and the site's saves are pushed to the remote", async () => {
  await using world = await syncWorld()
  const site = await world.site('site')
  expect(await site.sync()).toMatchObject({
    state: 'idle',
    ahead: 0,
    behind: 0,
    error: null,
    lastPull: null,
  })
  await world.writer.write(
    `content/${warp}`,
    await edited(world.writer.path(`content/${warp}`), 'text.', 'writing.'),
  )
  await world.writer.write('.gitignore', 'secret\n')
  await world.writer.remove('content/articles/2026/push.md')
  await world.push()
  expect(await site.sync()).toMatchObject({
    state: 'idle',
    lastPull: expect.any(String),
    lastPush: null,
  })
  expect(await tipOf(site.repository.root)).toBe(await tipOf(world.bare))
  expect(await readFile(site.repository.path(`content/${warp}`), 'utf8')).toContain('writing.')
  await expectSound(site.repository)

  await site.save(
    warp,
    await edited(site.repository.path(`content/${warp}`), 'Paragraph 1', 'Paragraph one'),
  )
  expect(await site.state()).toMatchObject({ ahead: 1, behind: 0 })
  expect(await site.sync()).toMatchObject({ state: 'idle', ahead: 0, lastPush: expect.any(String) })
  expect(await tipOf(world.bare)).toBe(await tipOf(site.repository.root))
  expect(await git(world.bare, ['fsck', '--strict', '--no-dangling'])).toBe('')
  await expectSound(site.repository)
})

test('two sites and a writer with git: edits of different places become one file, in real merges', async () => {
  await using world = await syncWorld()
  const one = await world.site('one')
  const two = await world.site('two')
  const path = (root: string) => `${root}/content/${warp}`
  await one.save(warp, await edited(path(one.repository.root), 'Paragraph 0', 'Paragraph zero'))
  await two.save(warp, await edited(path(two.repository.root), 'title: warp', 'title: Warp modes'))
  await world.writer.write(
    `content/${warp}`,
    await edited(path(world.writer.root), 'Paragraph 4', 'Paragraph four'),
  )
  await world.push()
  await Promise.all([one.sync(), two.sync()])
  await Promise.all([one.sync(), two.sync()])
  expect(await one.sync()).toMatchObject({ state: 'idle', error: null })
  expect(await two.sync()).toMatchObject({ state: 'idle', error: null })
  expect(await tipOf(one.repository.root)).toBe(await tipOf(world.bare))
  expect(await tipOf(two.repository.root)).toBe(await tipOf(world.bare))
  const text = await readFile(path(one.repository.root), 'utf8')
  expect(text).toContain('title: Warp modes\n')
  expect(text).toContain('Paragraph zero')
  expect(text).toContain('Paragraph four')
  const log = await git(world.bare, ['log', '--format=%s|%p', 'main'])
  expect(
    log.split('\n').filter((line) => /^Merge branch 'main' of .*\|\w+ \w+$/.test(line)).length,
  ).toBeGreaterThan(1)
  for (const { repository } of [one, two]) await expectSound(repository)
})

test('a file that one side moves and the other edits is edited at its new path, in both directions', async () => {
  await using world = await syncWorld()
  const site = await world.site('one')
  const { writer } = world
  // Detected by equal bytes.
  await writer.git('mv', `content/${warp}`, 'content/articles/2026/warping.md')
  // Detected by their ids, and also edited.
  const inWriter = (name: string) => `content/articles/2026/${name}.md`
  for (const [id, title] of Object.entries({ 7: 'groove', 8: 'stems' }))
    await writer.write(inWriter(title), articleFile({ id, title }, 'One.\n\nTwo.\n\nThree.'))
  await world.push()
  await site.sync()
  const inSite = (name: string) => site.repository.path(inWriter(name))

  await site.save('articles/2026/groove.md', await edited(inSite('groove'), 'One.', 'First.'))
  await site.repository.git('mv', inWriter('stems'), inWriter('stem-export'))
  await site.repository.git('mv', 'beside.txt', 'moved.txt')
  await site.repository.commit()
  await writer.git('mv', inWriter('groove'), inWriter('grooves'))
  await writer.write(
    inWriter('grooves'),
    await edited(writer.path(inWriter('grooves')), 'Three.', 'Third.'),
  )
  await writer.write(
    inWriter('stems'),
    await edited(writer.path(inWriter('stems')), 'Two.', 'Second.'),
  )
  await writer.write('beside.txt', 'edited beside the content\n')
  await world.push()

  expect(await site.sync()).toMatchObject({ state: 'idle', error: null, conflicts: [] })
  expect(await readFile(inSite('grooves'), 'utf8')).toMatch(/First\.\n\nTwo\.\n\nThird\./)
  expect(await readFile(inSite('stem-export'), 'utf8')).toMatch(/One\.\n\nSecond\.\n\nThree\./)
  expect(await site.repository.git('show', 'main:moved.txt')).toBe('edited beside the content\n')
  const names = await git(world.bare, ['ls-tree', '--name-only', 'main', 'content/articles/2026/'])
  expect(names).not.toMatch(/groove\.md|stems\.md|warp\.md/)
  await expectSound(site.repository)
})
