import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bytesOf, ifThere } from '../../platform/disk-reads.ts'

/**
 * Git settings by name, such as `core.autocrlf` or `remote.origin.url`; section and key in lower
 * case.
 */
export type GitConfig = ReadonlyMap<string, string>

/** Reads the repository's config file; a missing one is empty. Includes are not followed. */
export function readConfig(commonDir: string): GitConfig {
  return parseConfig(bytesOf(join(commonDir, 'config'))?.toString('utf8') ?? '')
}

/**
 * Parses git's config format. The last of several values counts; a key without a value is `true`.
 */
export function parseConfig(text: string): GitConfig {
  const values = new Map<string, string>()
  let section = ''
  for (const line of text.replace(/\\\r?\n/g, '').split(/\r?\n/)) {
    const header = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line)
    if (header !== null) {
      const part = header[2]?.replace(/\\(.)/g, '$1')
      section = header[1]!.toLowerCase() + (part === undefined ? '' : `.${part}`)
    }
    const setting = /^\s*([a-zA-Z][\w-]*)\s*(?:=(.*))?$/.exec(
      header === null ? line : line.slice(header[0].length),
    )
    if (setting !== null && !/^\s*[#;]/.test(line))
      values.set(
        `${section}.${setting[1]!.toLowerCase()}`,
        setting[2] === undefined ? 'true' : parseValue(setting[2]),
      )
  }
  return values
}

/** Removes comments and quotes from a value: `"a # b" c ; rest` becomes `a # b c`. */
function parseValue(text: string): string {
  let value = ''
  let end = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (character === '"') quoted = !quoted
    else if (!quoted && (character === '#' || character === ';')) break
    else if (character === '\\')
      value += { n: '\n', t: '\t', b: '\b' }[text[++at] ?? ''] ?? text[at] ?? ''
    else if (quoted || value !== '' || !/\s/.test(character)) value += character
    if (quoted || !/\s/.test(character)) end = value.length
  }
  return value.slice(0, end)
}

/**
 * A repository's settings, with those of the system and the user as defaults, as in git (`include`
 * is not followed). `home` is the user's home folder; null ignores both.
 */
export function effectiveConfig(gitDir: string, commonDir: string, home: string | null): GitConfig {
  const files = [
    ...(home === null
      ? []
      : ['/etc/gitconfig', join(home, '.config', 'git', 'config'), join(home, '.gitconfig')]),
    join(commonDir, 'config'),
  ]
  const values = new Map(files.flatMap((file) => [...parseConfig(readText(file))]))
  if (!isTrue(values.get('extensions.worktreeconfig'))) return values
  return new Map([...values, ...parseConfig(readText(join(gitDir, 'config.worktree')))])
}

/** Whether a value is one of git's spellings of true. */
export function isTrue(value: string | undefined): boolean {
  return value !== undefined && /^(true|yes|on|[1-9]\d*)$/i.test(value)
}

/** The text of a settings file; '' when it is missing or unreadable. */
export function readText(path: string): string {
  return ifThere(() => readFileSync(path, 'utf8'), 'EISDIR', 'EACCES') ?? ''
}
