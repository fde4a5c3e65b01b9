import { readdir } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { TemporaryRepository } from '../../tests/temp-repository.ts'

/**
 * What is wrong with a repository after saves: an unclean status, faults that git finds, locks and
 * temporary files that were not removed. With `attempts`, only what stays counts: the end of a
 * save, or of a cleaning by git, may be under way.
 */
export async function repositoryFaults(
  { git, path }: TemporaryRepository,
  attempts = 1,
): Promise<Array<string>> {
  for (let attempt = 1; ; attempt++) {
    const names = await readdir(path('.git'), { recursive: true })
    const found = {
      'git status prints': await git('status', '--porcelain').catch(String),
      'git fsck prints': await git('fsck', '--strict', '--no-dangling', '--no-progress').catch(
        String,
      ),
      'left behind:': names.filter((name) => /\.lock$|session-notes./.test(name)).join(', '),
    }
    const faults = Object.entries(found).flatMap(([what, text]) =>
      text === '' ? [] : [`${what} ${text.trim()}`],
    )
    if (faults.length === 0 || attempt === attempts) return faults
    await setTimeout(100)
  }
}
