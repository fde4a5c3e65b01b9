import fs from 'node:fs'
import git from 'isomorphic-git'
import { expect, test } from 'vitest'
import { createRandom } from '../../../scripts/bench/random.ts'
import { type TemporaryRepository, temporaryRepository } from '../../../tests/temp-repository.ts'
import { createGitFiles } from '../files/git-files.ts'
import { openRepository, type Repository } from './open-repository.ts'

const names = [
  'warp.md',
  'a b.md',
  'grün "laut".md',
  'warp',
  'warp.d',
  'zip.zip',
  "it's.md",
  '日本.md',
]
const folders = [
  'content/',
  'content/articles/2026/',
  'content/articles/',
  'content/warp/',
  'outside/',
  '',
]

/**
 * About 25 commits with edits, deletions, renames, symbolic links, mode changes, branches, merges
 * (also octopus merges) and wrong clocks.
 */
async function makeHistory(repository: TemporaryRepository, seed: number): Promise<Array<string>> {
  const { between, pick } = createRandom(seed)
  const commits: Array<string> = []
  const change = async () => {
    const path = pick(folders) + pick(names)
    const action = between(0, 9)
    if (action < 2) await repository.git('rm', '-rqf', '--ignore-unmatch', '--', path)
    else if (action === 2) {
      await repository.git('rm', '-rqf', '--ignore-unmatch', '--', path)
      if (!fs.existsSync(repository.path(path))) await repository.link(path, 'elsewhere')
    } else if (action === 3) {
      if (fs.lstatSync(repository.path(path), { throwIfNoEntry: false })?.isFile())
        fs.chmodSync(repository.path(path), 0o755)
    } else {
      const lines = Array.from({ length: 1 + between(0, 79) }, () => `line ${between(0, 11)}\n`)
      await repository.write(path, lines.join(''))
    }
  }
  const commit = async () => {
    for (let count = between(0, 3); count >= 0; count--) await change().catch(ignoreFolderInTheWay)
    commits.push(
      await repository.commit(
        `Change ${commits.length}`,
        1_760_000_000 + commits.length * 100 - between(0, 499),
      ),
    )
  }
  await repository.write('content/first.md', 'first\n')
  await commit()
  while (commits.length < 24) {
    if (between(0, 3) > 0) await commit()
    else {
      const sides = Array.from(
        { length: 1 + between(0, 1) },
        (_, at) => `side-${commits.length}-${at}`,
      )
      const base = await repository.git('rev-parse', 'HEAD')
      for (const side of sides) {
        await repository.git('checkout', '-qf', '-b', side, base.trim())
        await commit()
        if (between(0, 1)) await commit()
      }
      await repository.git('checkout', '-qf', 'main')
      await repository.git('clean', '-fdq')
      if (between(0, 1)) await commit()
      const strategy = sides.length > 1 || between(0, 2) === 0 ? ['-s', 'ours'] : ['-X', 'theirs']
      // Commits a conflicted merge with the files as git left them.
      await repository
        .git('merge', '-q', '--no-ff', ...strategy, '-m', 'Merge', ...sides)
        .catch(() => null)
      if (between(0, 2) === 0) await change().catch(ignoreFolderInTheWay)
      await repository.git('add', '-A')
      if (fs.existsSync(repository.path('.git/MERGE_HEAD')) || between(0, 1))
        commits.push(await repository.commit('Finish'))
    }
  }
  commits.push((await repository.git('rev-parse', 'HEAD')).trim())
  return commits
}

/** A random path may need a folder where a file or link exists; that change is skipped. */
function ignoreFolderInTheWay(error: NodeJS.ErrnoException): void {
  if (!['EEXIST', 'ENOTDIR', 'EISDIR', 'ENOENT', 'ELOOP'].includes(error.code ?? '')) throw error
}

const kinds: Record<string, string> = { '12': 'link', '16': 'repository', '10': 'file' }

async function listByGit(repository: TemporaryRepository, commit: string, prefix: string) {
  const output = await repository
    .git('ls-tree', '-r', '-z', '--full-tree', `${commit}:${prefix}`)
    .catch(() => '')
  return output
    .split('\0')
    .filter(Boolean)
    .map((line) => {
      const [, mode, id, path] = /^(\d+) \w+ (\w+)\t(.*)$/s.exec(line)!
      return { path, blob: id, kind: kinds[mode!.slice(0, 2)] }
    })
}

async function diffByGit(
  repository: TemporaryRepository,
  from: string,
  to: string,
  prefix: string,
) {
  const scope = prefix === '' ? [] : ['--', prefix]
  const fields = (
    await repository.git('diff-tree', '-r', '-z', '--no-renames', from, to, ...scope)
  ).split('\0')
  const changes = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, oldMode, newMode, before, after] = /^:(\d+) (\d+) (\w+) (\w+) \w/.exec(fields[at]!)!
    const kind = kinds[(newMode === '000000' ? oldMode! : newMode!).slice(0, 2)]
    if (before === after && kinds[oldMode!.slice(0, 2)] === kind) continue
    const path = fields[at + 1]!.slice(prefix === '' ? 0 : prefix.length + 1)
    changes.push({ path, kind, before: orNull(before!), after: orNull(after!) })
  }
  return changes
}

const orNull = (id: string) => (/^0+$/.test(id) ? null : id)

async function expectSameAsGit(
  temporary: TemporaryRepository,
  repository: Repository,
  commits: Array<string>,
) {
  const files = createGitFiles(repository)
  const scope = repository.prefix
  const blobs = new Set<string>()
  const picked = commits.filter((_, at) => at % 4 === 0 || at === commits.length - 1)
  for (const [at, commit] of picked.entries()) {
    const listed = await files.list(commit)
    expect(listed).toEqual(await listByGit(temporary, commit, scope))
    for (const file of listed) if (file.kind !== 'repository') blobs.add(file.blob)
    const other = picked[(at * 7 + 3) % picked.length]!
    expect(await files.diff(commit, other)).toEqual(
      await diffByGit(temporary, commit, other, scope),
    )
  }
  for (const blob of blobs) {
    const { blob: bytes } = await git.readBlob({ fs, gitdir: repository.commonDir, oid: blob })
    expect((await files.read(blob)).equals(bytes)).toBe(true)
    expect(await files.size(blob)).toBe(bytes.length)
  }

  const head = commits.at(-1)!
  const expected = new Map<string, number>()
  for (const { path } of await files.list(head)) {
    const full = scope === '' ? path : `${scope}/${path}`
    const printed = await temporary.git(
      '--literal-pathspecs',
      'log',
      '-1',
      '--format=%ct',
      head,
      '--',
      full,
    )
    expected.set(path, Number(printed))
  }
  const whole = await files.lastChanges(head)
  expect(new Map(whole.times)).toEqual(expected)
  for (const commit of [picked[2]!, picked[5]!, picked.at(-2)!]) {
    const known = await files.lastChanges(commit)
    expect((await files.lastChanges(head, known)).times).toEqual(whole.times)
  }
}

// `npm run soak -- properties` makes more of them.
for (const seed of Array.from(
  { length: Number(import.meta.env.PROPERTY_TIMES ?? 1) },
  (_, at) => at + 1,
))
  test(`a random history (${seed}) reads as git and isomorphic-git read it, loose and packed`, async () => {
    await using temporary = await temporaryRepository()
    const commits = await makeHistory(temporary, seed)
    for (const contentDir of [temporary.path('content'), temporary.root]) {
      const repository = await openRepository({ contentDir })
      try {
        await expectSameAsGit(temporary, repository, commits)
        if (contentDir === temporary.root) continue
        await temporary.git('gc', '-q', '--prune=now')
        await expectSameAsGit(temporary, repository, commits)
      } finally {
        repository.close()
      }
    }
  })
