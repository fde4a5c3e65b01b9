import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { git } from './native-git.ts'
import { root } from './sources.mjs'

/** Does some work in a copy of the last commit with its packages, and removes the copy. */
export async function inThrowAwayCopy(name: string, work: (copy: string) => Promise<void>) {
  const copy = path.join(await mkdtemp(path.join(tmpdir(), 'copy-')), name)
  await git(root, 'worktree', 'add', '--detach', copy)
  try {
    // A link would lead the compiler out of the copy, and its cache into this folder.
    const filter = (file: string) => !/\/node_modules\/\.(?:cache|vite)/.test(file)
    await cp(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
      filter,
    })
    await work(copy)
  } finally {
    await git(root, 'worktree', 'remove', '--force', copy)
    await rm(path.dirname(copy), { recursive: true, force: true })
  }
}
