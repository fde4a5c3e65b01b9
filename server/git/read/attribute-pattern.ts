/**
 * Compiles a pattern of the `.gitattributes` file in `folder` (with a trailing slash, or '') to a
 * test of paths in the work tree. A pattern without a slash is matched with the file's name,
 * otherwise with the path below the folder; a pattern that ends with a slash matches nothing.
 */
export function attributePattern(pattern: string, folder: string): (path: string) => boolean {
  if (pattern.endsWith('/')) return () => false
  const byName = !pattern.includes('/')
  const steps = stepsOf(pattern.replace(/^\//, ''))
  return (path) => {
    if (!path.startsWith(folder)) return false
    const below = path.slice(folder.length)
    return matches(steps, byName ? below.slice(below.lastIndexOf('/') + 1) : below)
  }
}

/**
 * A part of a pattern: one character, any number of characters except slashes, any number of
 * folders with their slashes, or the whole rest.
 */
type Step =
  | { kind: 'one'; is: (character: string) => boolean }
  | { kind: 'name' | 'folders' | 'rest' }

/**
 * Whether the steps match a text. All states are followed in parallel, because a backtracking
 * regular expression takes exponential time with several wildcards.
 */
function matches(steps: ReadonlyArray<Step>, text: string): boolean {
  let reached = withSkipped(steps, new Set([0]))
  let afterSlash = true
  for (const character of text) {
    const next = new Set<number>()
    for (const at of reached) {
      const step = steps[at]
      if (step === undefined) continue
      if (step.kind === 'one') {
        if (step.is(character)) next.add(at + 1)
      } else if (step.kind !== 'name' || character !== '/') next.add(at)
    }
    afterSlash = character === '/'
    reached = withSkipped(steps, next, afterSlash)
  }
  return reached.has(steps.length)
}

/**
 * Adds the states after wildcards that may match nothing more; a folder wildcard ends only after a
 * slash.
 */
function withSkipped(
  steps: ReadonlyArray<Step>,
  places: Set<number>,
  afterSlash = true,
): Set<number> {
  // Iterating a Set includes the items added on the way.
  for (const at of places) {
    const kind = steps[at]?.kind
    if (kind === 'name' || kind === 'rest' || (kind === 'folders' && afterSlash)) places.add(at + 1)
  }
  return places
}

/** Compiles git's wildcards (`*`, `?`, `[…]`, and `**` for whole folders). */
function stepsOf(pattern: string): Array<Step> {
  const steps: Array<Step> = []
  for (let at = 0; at < pattern.length; ) {
    const rest = pattern.slice(at)
    const atFolder = at === 0 || pattern[at - 1] === '/'
    const folders = atFolder ? /^\*\*(\/|$)/.exec(rest) : null
    const set = /^\[([!^]?)(\]?(?:\\.|\[:\w+:\]|[^\]\\])*)\]/s.exec(rest)
    if (folders !== null) {
      steps.push({ kind: folders[1] === '/' ? 'folders' : 'rest' })
      at += folders[0].length
    } else if (rest[0] === '*') {
      steps.push({ kind: 'name' })
      at += /^\*+/.exec(rest)![0].length
    } else if (set !== null) {
      const inside = new RegExp(`^(?!/)[${set[1] === '' ? '' : '^'}${classes(set[2]!)}]$`, 's')
      steps.push({ kind: 'one', is: (character) => inside.test(character) })
      at += set[0].length
    } else {
      const escaped = rest[0] === '\\' && rest.length > 1
      const own = String.fromCodePoint(rest.codePointAt(escaped ? 1 : 0)!)
      const isAny = !escaped && own === '?'
      steps.push({
        kind: 'one',
        is: (character) => (isAny ? character !== '/' : character === own),
      })
      at += own.length + (escaped ? 1 : 0)
    }
  }
  return steps
}

const named = new Map([
  ['alpha', 'a-zA-Z'],
  ['digit', '0-9'],
  ['alnum', 'a-zA-Z0-9'],
  ['upper', 'A-Z'],
  ['lower', 'a-z'],
  ['space', '\\s'],
  ['xdigit', '0-9a-fA-F'],
  ['punct', '!-\\/:-@\\[-`{-~'],
])

/** Compiles the inside of a character set: `a-z`, `[:alpha:]`, escaped characters. */
function classes(inside: string): string {
  return inside.replace(
    /\[:(\w+):\]|\\(.)|([\][^\\])/g,
    (_, name?: string, escaped?: string, special?: string) =>
      name !== undefined ? (named.get(name) ?? '') : `\\${escaped ?? special}`,
  )
}
