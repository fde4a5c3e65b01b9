import path from 'node:path'
import { expect, test } from 'vitest'
import { git, repositoryAt, temporaryFolder } from '../../../tests/temp-repository.ts'
import { fillContentDir } from './cold-clone.ts'

/** A remote in a folder, a writer who pushes to it, and the start of a server. */
async function world(format = 'sha1') {
  const folder = await temporaryFolder()
  const at = (name: string) => path.join(folder.path, name)
  await git(folder.path, ['init', '-q', '--bare', `--object-format=${format}`, 'remote.git'])
  await git(folder.path, ['init', '-q', `--object-format=${format}`, 'writer'])
  await git(at('writer'), ['remote', 'add', 'origin', at('remote.git')])
  const writer = repositoryAt(at('writer'))
  const lost: Array<string> = []
  const percents: Array<number> = []
  return {
    lost,
    percents,
    async push(files: Record<string, string>): Promise<string> {
      for (const [name, text] of Object.entries(files)) await writer.write(name, text)
      const commit = await writer.commit()
      await writer.git('push', '-q', 'origin', 'HEAD:main')
      return commit
    },
    rewind: (commit: string) => git(at('remote.git'), ['update-ref', 'refs/heads/main', commit]),
    shown: async () => (await git(at('content/.git'), ['rev-parse', 'main'])).trim(),
    /**
     * The folder of the content relative to CONTENT_DIR and the branch, or the sentence of the
     * refusal.
     */
    start: () =>
      fillContentDir({
        contentDir: at('content'),
        gitBranch: null,
        place: { kind: 'folder', path: at('remote.git') },
        stale: () => {},
        rewound: (commit) => lost.push(commit),
        cloning: (percent) => percents.push(percent),
      }).then(
        ({ contentDir, branch }) =>
          `${path.relative(at('content'), contentDir) || '.'} of ${branch}`,
        (error: Error) => error.message,
      ),
    [Symbol.asyncDispose]: folder[Symbol.asyncDispose],
  }
}

test.each([
  ['a folder content', { 'content/README.md': 'Words.' }, 'content of main'],
  ['settings at its root', { 'site.yaml': 'name: A\n' }, '. of main'],
  ['a folder of items at its root', { 'articles/2026/a.md': 'A' }, '. of main'],
  [
    'only a program',
    { 'src/index.js': 'main()', 'README.md': 'A program.' },
    expect.stringMatching(
      /^CONTENT_DIR \S+ can't be filled from GIT_REMOTE: the branch main of the remote has no content: [^\n]+\.$/,
    ),
  ],
])('a start fills its folder from a remote with %s, or says why not', async (_, files, ending) => {
  await using site = await world()
  await site.push(files)
  expect(await site.start()).toEqual(ending)
})

test('a remote without a commit, and one of another kind, stop the start with one sentence', async () => {
  await using empty = await world()
  expect(await empty.start()).toMatch(
    /^CONTENT_DIR \S+ can't be filled from GIT_REMOTE: the remote has no branch [^\n]+\.$/,
  )
  await using other = await world('sha256')
  await other.push({ 'content/site.yaml': 'name: A\n' })
  expect(await other.start()).toMatch(
    /^CONTENT_DIR \S+ can't be filled from GIT_REMOTE: [^\n]+SHA-256[^\n]+\.$/,
  )
})

test('a clone tells how much has arrived, and a start that finds it tells nothing', async () => {
  await using site = await world()
  await site.push({ 'site.yaml': 'name: A\n' })
  await site.start()
  expect([site.percents[0], site.percents.at(-1)]).toEqual([0, 100])
  site.percents.length = 0
  await site.push({ 'site.yaml': 'name: B\n' })
  await site.start()
  expect(site.percents).toEqual([])
})

test('a start after the remote was rewound tells the lost commit, and shows what is there', async () => {
  await using site = await world()
  const first = await site.push({ 'site.yaml': 'name: A\n' })
  const second = await site.push({ 'site.yaml': 'name: B\n' })
  await site.start()
  expect([await site.shown(), site.lost]).toEqual([second, []])
  await site.rewind(first)
  expect(await site.start()).toBe('. of main')
  expect([await site.shown(), site.lost]).toEqual([first, [second]])
})
