import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { syncWorld, tipOf } from './sync-fixture.ts'
import { git } from './temp-repository.ts'
import { expectSound } from './write-lane-fixture.ts'

const warp = 'articles/2026/warp.md'

async function edited(path: string, from: string, to: string): Promise<string> {
  return (await readFile(path, 'utf8')).replace(from, to)
}

test('what a writer pushes comes into the checkout, and what the site saves goes to the remote', async () => {
  await using world = await syncWorld()
  const site = await world.site('site')
  expect(await site.sync()).toMatchObject({ state: 'idle', ahead: 0, behind: 0, error: null, lastPull: null })
  await world.writer.write(`content/${warp}`, await edited(world.writer.path(`content/${warp}`), 'text.', 'writing.'))
  await world.writer.write('.gitignore', 'secret\n')
  await world.writer.remove('content/articles/2026/push.md')
  await world.writer.commit()
  await world.writer.git('push', '-q', 'origin', 'main')
  expect(await site.sync()).toMatchObject({ state: 'idle', lastPull: expect.any(String), lastPush: null })
  expect(await tipOf(site.repository.root)).toBe(await tipOf(world.bare))
  expect(await readFile(site.repository.path(`content/${warp}`), 'utf8')).toContain('writing.')
  await expectSound(site.repository)

  await site.save(warp, await edited(site.repository.path(`content/${warp}`), 'Paragraph 1', 'Paragraph one'))
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
  await world.writer.write(`content/${warp}`, await edited(path(world.writer.root), 'Paragraph 4', 'Paragraph four'))
  await world.writer.commit()
  await world.writer.git('push', '-q', 'origin', 'main')
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
  expect(log.split('\n').filter((line) => /^Merge branch 'main' of .*\|\w+ \w+$/.test(line)).length).toBeGreaterThan(1)
  for (const { repository } of [one, two]) await expectSound(repository)
})
