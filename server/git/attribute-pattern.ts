/**
 * A pattern of a `.gitattributes` file in `folder` (with a slash at its end, or '') as a test of paths of the work tree. Without a slash it is
 * compared with the file's name, otherwise with the path below the folder; a pattern that ends with a slash matches nothing.
 */
export function attributePattern(pattern: string, folder: string): (path: string) => boolean {
  if (pattern.endsWith('/')) return () => false
  const byName = !pattern.includes('/')
  const expression = new RegExp(`^${translate(pattern.replace(/^\//, ''))}$`, 's')
  return (path) => {
    if (!path.startsWith(folder)) return false
    const below = path.slice(folder.length)
    return expression.test(byName ? below.slice(below.lastIndexOf('/') + 1) : below)
  }
}

/** Git's wildcards (`*`, `?`, `[…]`, and `**` for whole folders) as a regular expression. */
function translate(pattern: string): string {
  let result = ''
  for (let at = 0; at < pattern.length; ) {
    const rest = pattern.slice(at)
    const atFolder = at === 0 || pattern[at - 1] === '/'
    const folders = atFolder ? /^\*\*(\/|$)/.exec(rest) : null
    const set = /^\[([!^]?)(\]?(?:\\.|\[:\w+:\]|[^\]\\])*)\]/.exec(rest)
    if (folders !== null) {
      result += folders[1] === '/' ? '(?:[^/]*/)*' : '.*'
      at += folders[0].length
    } else if (rest[0] === '*') {
      result += '[^/]*'
      at += /^\*+/.exec(rest)![0].length
    } else if (set !== null) {
      result += `(?!/)[${set[1] === '' ? '' : '^'}${classes(set[2]!)}]`
      at += set[0].length
    } else {
      const escaped = rest[0] === '\\' && rest.length > 1
      const character = String.fromCodePoint(rest.codePointAt(escaped ? 1 : 0)!)
      result += !escaped && character === '?' ? '[^/]' : character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
      at += character.length + (escaped ? 1 : 0)
    }
  }
  return result
}

const named: Readonly<Record<string, string>> = {
  alpha: 'a-zA-Z',
  digit: '0-9',
  alnum: 'a-zA-Z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\s',
  xdigit: '0-9a-fA-F',
  punct: '!-\\/:-@\\[-`{-~',
}

/** The inside of a set: `a-z`, `[:alpha:]`, escaped characters. */
function classes(inside: string): string {
  return inside.replace(/\[:(\w+):\]|\\(.)|([\][^\\])/g, (_, name?: string, escaped?: string, special?: string) =>
    name !== undefined ? (named[name] ?? '') : `\\${escaped ?? special}`,
  )
}
