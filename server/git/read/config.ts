import { homedir } from 'node:os'
import { join } from 'node:path'
import { stampOf } from '../../platform/disk-reads.ts'
import { type GitPlace, readingEnvironment } from '../program/git-environment.ts'
import { askGit } from '../program/local-git.ts'

/**
 * Git settings by name, such as `core.autocrlf` or `remote.origin.url`; section and key in lower
 * case.
 */
export type GitConfig = ReadonlyMap<string, string>

/**
 * A repository's settings, with those of the system and the user as defaults. A `home` of null
 * ignores both.
 */
export async function effectiveConfig(place: GitPlace, home?: string | null): Promise<GitConfig> {
  return (await readConfig(place, home)).config
}

/** Reads the settings, and again only when one of their files has changed. */
export function createConfigReader(
  place: GitPlace & { commonDir: string },
  home?: string | null,
): () => Promise<GitConfig> {
  const folder = home ?? homedir()
  const usual = [
    join(place.commonDir, 'config'),
    join(place.gitDir, 'config.worktree'),
    ...(home === null
      ? []
      : [join(folder, '.gitconfig'), join(folder, '.config', 'git', 'config')]),
  ]
  const stamped = (files: ReadonlyArray<string>) =>
    files.map((file) => ({ file, stamp: stampOf(file) }))
  let known: { config: GitConfig; stamps: ReturnType<typeof stamped> } | null = null
  return async () => {
    if (known?.stamps.every(({ file, stamp }) => stampOf(file) === stamp)) return known.config
    const before = stamped(usual)
    const { config, files } = await readConfig(place, home)
    const others = files.filter((file) => !usual.includes(file))
    known = { config, stamps: [...before, ...stamped(others)] }
    return config
  }
}

async function readConfig(place: GitPlace, home: string | null | undefined) {
  const env = readingEnvironment(place, home)
  const { stdout } = await askGit(place, ['config', '--list', '-z', '--show-origin'], { env })
  const words = stdout.split('\0')
  const config = new Map<string, string>()
  const files = new Set<string>()
  for (let at = 0; at + 1 < words.length; at += 2) {
    const [origin = '', setting = ''] = words.slice(at, at + 2)
    if (origin.startsWith('file:')) files.add(origin.slice('file:'.length))
    const [key = '', ...value] = setting.split('\n')
    // A key alone is true.
    config.set(key, value.length === 0 ? 'true' : value.join('\n'))
  }
  return { config, files: [...files] }
}

/** Whether a value is one of git's spellings of true. */
export function isTrue(value: string | undefined): boolean {
  return value !== undefined && /^(true|yes|on|[1-9]\d*)$/i.test(value)
}
