import { askGit } from '../program/local-git.ts'

/**
 * The instants of the first commits of the texts in a folder, by their paths there; renames are
 * followed. Empty when the folder is in no repository, or its history is too long to read. A file
 * that came with the first commit of a shallow clone has none: its real one is not there.
 */
export async function firstCommits(folder: string): Promise<ReadonlyMap<string, string>> {
  const outside = await run(folder, ['rev-parse', '--show-prefix', '--is-shallow-repository'])
  if (outside === null) return new Map()
  const isShallow = outside.split('\n')[1] === 'true'
  const log = await run(folder, [
    'log',
    '-z',
    '--no-merges',
    // Otherwise a merge whose texts equal those of one side hides the commits of the other.
    '--full-history',
    '-M',
    '--diff-filter=AR',
    '--name-status',
    '--relative',
    // A shallow clone says of the commits where it was cut that they have no parents.
    '--format=%x01%aI %P',
    '--',
    '*.md',
    '*.mdx',
    '*.markdown',
    '*.mdown',
  ])
  return log === null ? new Map() : datesIn(log, isShallow)
}

/** Reads the log from its newest commit to the oldest. */
function datesIn(log: string, isShallow: boolean): ReadonlyMap<string, string> {
  const dates = new Map<string, string>()
  /** The present name of a file by the one that it had at the commit. */
  const present = new Map<string, string>()
  for (const commit of log.split('\x01').slice(1)) {
    const [head = '', ...words] = commit.split('\0')
    const [date = '', parent = ''] = head.trim().split(' ')
    const isCut = isShallow && parent === ''
    for (let at = 0; at < words.length; at += 1) {
      const change = words[at]?.trim() ?? ''
      if (change.startsWith('R')) {
        const [from = '', to = ''] = words.slice(at + 1, at + 3)
        present.set(from, present.get(to) ?? to)
        at += 2
      } else if (change === 'A') {
        const name = words[at + 1] ?? ''
        if (isCut) dates.delete(present.get(name) ?? name)
        else dates.set(present.get(name) ?? name, new Date(date).toISOString())
        at += 1
      }
    }
  }
  return dates
}

/** The output of git in a folder, whose own settings may start no program; null when it fails. */
async function run(folder: string, args: ReadonlyArray<string>): Promise<string | null> {
  const own = [
    '-c',
    'core.fsmonitor=false',
    '-c',
    'log.showSignature=false',
    '-c',
    'core.quotePath=false',
  ]
  // A repository without some of its objects would fetch them, by whatever program it names.
  const env = {
    PATH: process.env.PATH,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    LC_ALL: 'C',
  }
  const place = { gitDir: '', workTree: folder }
  return askGit(place, ['-C', folder, '--no-pager', ...own, ...args], { env }).then(
    ({ stdout }) => stdout,
    () => null,
  )
}
