import { rename } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder, temporaryRepository } from '../../tests/temp-repository.ts'
import { processBus } from '../platform/bus.ts'
import { RepositoryError } from '../platform/errors.ts'
import { processLeases } from '../platform/leases.ts'
import { createLog } from '../platform/log.ts'
import { createGit } from './create-git.ts'
import { makeRepository } from './make-repository.ts'

/** The lines that the site writes about its content folder soon after its start. */
async function faultsOf(contentDir: string): Promise<Array<string>> {
  const lines: Array<string> = []
  const write = (line: string) =>
    void lines.push(String((JSON.parse(line) as { msg: unknown }).msg))
  const git = await createGit({
    env: { contentDir, gitBranch: null, remote: null, gitWrite: 'checkout', development: false },
    siteUrl: 'http://localhost',
    isSame: () => false,
    claimsOf: async () => null,
    pathsOf: () => [],
    shown: () => null,
    refresh: async () => {},
    database: null,
    bus: processBus(),
    leases: processLeases(),
    now: () => new Date(0),
    log: createLog({ write }),
    telemetry: () => {},
  })
  await git.warnOfFaults()
  await git.lane.close()
  git.close()
  return lines
}

test('a repository that can not be written to is in the log from the start, with the reason', async () => {
  await using site = await temporaryRepository()
  await site.write('articles/one.md', 'One\n')
  await site.commit()
  expect(await faultsOf(site.root)).toEqual([])
  // Also for the superuser, to whom no folder is closed, nothing can be written below a file.
  await rename(site.path('.git/logs'), site.path('.git/logs.away'))
  await site.write('.git/logs', '')
  expect(await faultsOf(site.root)).toEqual([
    `Nothing can be written to ${site.path('.git/logs')}, so nothing can be saved.`,
  ])
})

test.each([
  ['untracked', ''],
  ['ignored', 'content/\n'],
])(
  'content that is %s in the repository around it is named in one sentence',
  async (_how, ignored) => {
    await using outer = await temporaryRepository()
    await outer.write('.gitignore', ignored)
    await outer.write('readme.md', "Somebody else's repository.\n")
    await outer.commit()
    await outer.write('content/articles/one.md', 'One\n')
    const named = expect.stringContaining(
      `is in the git repository ${outer.root}, which has no commit of it`,
    )
    expect((await faultsOf(outer.path('content')))[0]).toEqual(named)
    await outer.git('add', '-f', 'content')
    await outer.commit()
    expect(await faultsOf(outer.path('content'))).toEqual([])
  },
)

test('a folder in which no repository can be made is refused with one sentence', async () => {
  await using place = await temporaryFolder()
  const made = makeRepository(path.join(place.path, 'gone'), 'main')
  await expect(made).rejects.toThrow(/^No git repository could be made in \S*gone: ENOENT/)
  await expect(made).rejects.toBeInstanceOf(RepositoryError)
})
