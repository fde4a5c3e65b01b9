import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Git settings by name, such as `core.autocrlf` or `remote.origin.url`; section and key in lower case. */
export type GitConfig = ReadonlyMap<string, string>

/** Reads the repository's config file; a missing one is empty. Includes are not followed. */
export function readConfig(commonDir: string): GitConfig {
  try {
    return parseConfig(readFileSync(join(commonDir, 'config'), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map()
    throw error
  }
}

/** Parses git's config format. The last of several values counts; a key without a value is `true`. */
export function parseConfig(text: string): GitConfig {
  const values = new Map<string, string>()
  let section = ''
  for (const line of text.replace(/\\\r?\n/g, '').split(/\r?\n/)) {
    const header = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line)
    if (header !== null) {
      const part = header[2]?.replace(/\\(.)/g, '$1')
      section = header[1]!.toLowerCase() + (part === undefined ? '' : `.${part}`)
    }
    const setting = /^\s*([a-zA-Z][\w-]*)\s*(?:=(.*))?$/.exec(header === null ? line : line.slice(header[0].length))
    if (setting !== null && !/^\s*[#;]/.test(line))
      values.set(`${section}.${setting[1]!.toLowerCase()}`, setting[2] === undefined ? 'true' : parseValue(setting[2]))
  }
  return values
}

/** Removes comments and quotes from a value: `"a # b" c ; rest` becomes `a # b c`. */
function parseValue(text: string): string {
  let value = ''
  let kept = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (character === '"') quoted = !quoted
    else if (!quoted && (character === '#' || character === ';')) break
    else if (character === '\\') value += { n: '\n', t: '\t', b: '\b' }[text[++at] ?? ''] ?? text[at] ?? ''
    else if (quoted || value !== '' || !/\s/.test(character)) value += character
    if (quoted || !/\s/.test(character)) kept = value.length
  }
  return value.slice(0, kept)
}
