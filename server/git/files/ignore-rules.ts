import fs from 'node:fs'
import { join } from 'node:path'
import { ifThere } from '../../platform/disk-reads.ts'

/** The ignore rules of a folder and its parents as one text; '' without rules. */
export type IgnoreRules = string

export interface IgnoreReader {
  /**
   * The rules for the folder at `path` of the work tree (with a trailing slash, '' for the work
   * tree).
   */
  rulesIn(path: string, above: IgnoreRules): IgnoreRules
  /** Whether git ignores this file, or this folder when the path ends with a slash. */
  isIgnored(path: string, rules: IgnoreRules): Promise<boolean>
}

/**
 * Reads `.gitignore` files and `info/exclude` and evaluates them with isomorphic-git, which is
 * loaded only when there are rules. Answers are cached until the rules for a path change.
 */
export function createIgnoreReader(place: { workTree: string; commonDir: string }): IgnoreReader {
  const answers = new Map<string, { rules: IgnoreRules; ignored: boolean }>()
  return {
    rulesIn(path, above) {
      const own = effectiveLines(join(place.workTree, path, '.gitignore'))
      const first = path === '' ? effectiveLines(join(place.commonDir, 'info', 'exclude')) : ''
      return above + first + (own === '' ? '' : `[${path}]\n${own}`)
    },
    async isIgnored(path, rules) {
      if (rules === '') return false
      const known = answers.get(path)
      if (known?.rules === rules) return known.ignored
      const { default: git } = await import('isomorphic-git')
      const ignored = await git.isIgnored({
        fs,
        dir: place.workTree,
        gitdir: place.commonDir,
        filepath: path,
      })
      answers.set(path, { rules, ignored })
      return ignored
    },
  }
}

/** The lines with rules: git puts a file of comments into every new repository. */
function effectiveLines(path: string): string {
  const text = ifThere(() => fs.readFileSync(path, 'utf8'), 'EISDIR') ?? ''
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  return lines.map((line) => `${line}\n`).join('')
}
