import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { type SampleSurvey, sampleTexts } from '#domain/samples.ts'
import { ask } from './http-client.ts'
import { publish, type RunningSite, runningSite } from './running-site.ts'
import { scriptHere } from './script-here.ts'
import { admin, signIn } from './signed-in-site.ts'

const cover = 'media/covers/drift-analog-pads.png'
const own = 'articles/2026/own.md'

/**
 * A site with the samples, one of them changed, and an article that uses a picture of another and
 * leads to two.
 */
async function siteWithSamples(): Promise<RunningSite> {
  const site = await runningSite({ env: admin })
  const { path } = site.repository
  const changed = await readFile(path('content/articles/2026/warp-modes.md'), 'utf8')
  const settings = await readFile(path('content/site.yaml'), 'utf8')
  await publish(site, {
    'articles/2026/warp-modes.md': `${changed}\nMore.\n`,
    [own]: `---\ntitle: Own\nexcerpt: E\ncategory: mixing\nimageUrl: /${cover}\npublishedAt: 2026-01-02\n---\n\n[One](/article/echo-dub-throws#x) and [another](/article/drift-analog-pads), not [this](/article/warp-modes).\n`,
    'site.yaml': `${settings}\nnavigation:\n  - {label: Start, url: /article/scale-aware-chords}\n`,
  })
  return site
}

const treeOf = (site: RunningSite) => site.repository.git('rev-parse', 'HEAD:content')
const namesIn = async (site: RunningSite) =>
  (await site.repository.git('ls-tree', '-r', '--name-only', 'HEAD:content')).trim().split('\n')

test('all unchanged samples leave in one commit with what only they use, and one undo brings them back', async () => {
  await using site = await siteWithSamples()
  const ada = await signIn(site)
  const before = await treeOf(site)
  const { body: survey } = await ada.call<SampleSurvey>('GET', '/api/samples')
  expect(survey.texts).toEqual({ articles: 37, news: 8, newsletters: 6, downloads: 5 })
  expect(survey.changed).toEqual(['articles/2026/warp-modes.md'])
  expect(survey.used).toEqual(
    expect.arrayContaining([
      cover,
      'media/covers/warp-modes.png',
      'media/illustrations/warp-markers.png',
    ]),
  )
  const leading = survey.links.filter(({ path }) => path !== 'articles/2026/warp-modes.md')
  expect(leading).toEqual([
    { path: own, title: 'Own', to: ['/article/echo-dub-throws', '/article/drift-analog-pads'] },
    { path: 'site.yaml', title: 'site.yaml', to: ['/article/scale-aware-chords'] },
  ])

  const asShown = { 'If-Match': `"${survey.revision}"` }
  const remove = () =>
    ada.call<{ removed: number; commit: string; message?: string }>(
      'POST',
      '/api/samples/remove',
      undefined,
      asShown,
    )
  const removal = await remove()
  expect(calls['POST /api/samples/remove'].answer.safeParse(removal.body).success).toBe(true)
  expect(removal.body.removed).toBe(sampleTexts(survey) + survey.files)
  const left = (await namesIn(site)).filter((name) =>
    /^(articles|news|newsletters|downloads|media)\//.test(name),
  )
  expect(left.sort()).toEqual([...survey.changed, ...survey.used, own].sort())
  expect((await site.repository.git('log', '--format=%s', '-2')).trim().split('\n')).toEqual([
    'Remove the samples',
    'Files of a writer',
  ])
  expect((await ask(site.url, '/article/echo-dub-throws')).status).toBe(404)
  expect((await ask(site.url, '/article/own')).status).toBe(200)
  expect((await ada.call<SampleSurvey>('GET', '/api/samples')).body).toMatchObject({
    links: [],
    files: 0,
    categories: [],
  })
  expect((await remove()).status).toBe(409)
  const nothing = await ada.call('POST', '/api/samples/remove')
  expect(nothing.body).toEqual({ removed: 0, commit: null })

  expect((await ada.call('POST', '/api/undo', { commit: removal.body.commit })).status).toBe(200)
  expect(await treeOf(site)).toBe(before)
  expect((await ask(site.url, '/article/echo-dub-throws')).status).toBe(200)

  // Somebody changes a sample after the list was shown.
  await site.repository.write(
    'content/news/2025/move-at-one-year.md',
    '---\ntitle: Ours\nexcerpt: E\n---\n',
  )
  const edited = await site.repository.commit('Edit a sample')
  expect(await remove()).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Nothing was removed') },
  })
  expect((await site.repository.git('rev-parse', 'HEAD')).trim()).toBe(edited)
})

test('samples:remove says what it would do, and removes beside the running site with --confirm', async () => {
  await using site = await siteWithSamples()
  const remove = (...args: Array<string>) =>
    scriptHere('remove-samples', args, site.env, site.repository.root)
  const head = () => site.repository.git('rev-parse', 'HEAD')
  const before = await head()
  const dry = await remove()
  expect(dry).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('Nothing was changed.'),
  })
  expect(dry.out).toMatch(
    /^Unchanged samples: 37 articles, 8 news items, 6 newsletters, 5 downloads, and \d+ files /,
  )
  expect(dry.out).toContain('Changed, so they stay:\n- articles/2026/warp-modes.md\n')
  expect(dry.out).toContain('- site.yaml: /article/scale-aware-chords\n')
  expect(await head()).toBe(before)

  expect(await remove('--confirm')).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('git revert'),
  })
  expect((await site.repository.git('rev-list', '--count', `${before.trim()}..HEAD`)).trim()).toBe(
    '1',
  )
  expect(await site.repository.git('status', '--porcelain')).toBe('')
  expect(await remove()).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The site has no unchanged sample\./),
  })
})
