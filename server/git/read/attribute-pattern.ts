/**
 * A pattern of a `.gitattributes` file in `folder` (with a slash at its end, or '') as a test of paths of the work tree. Without a slash it is
 * compared with the file's name, otherwise with the path below the folder; a pattern that ends with a slash matches nothing.
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
 * A part of a pattern: one character, any number of characters but slashes, any number of folders with their slashes, or everything that is left.
 */
type Step = { kind: 'one'; is: (character: string) => boolean } | { kind: 'name' | 'folders' | 'rest' }

/**
 * Whether the steps lead through a text. All places that can be reached are followed at the same time: a regular expression would try out one after the
 * other, and for a few wildcards that is more than there is time for.
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

/** The places with those behind wildcards that may stand for nothing more; folders end behind a slash only. */
function withSkipped(steps: ReadonlyArray<Step>, places: Set<number>, afterSlash = true): Set<number> {
  // What is added while a set is walked through is walked through, too.
  for (const at of places) {
    const kind = steps[at]?.kind
    if (kind === 'name' || kind === 'rest' || (kind === 'folders' && afterSlash)) places.add(at + 1)
  }
  return places
}

/** Git's wildcards (`*`, `?`, `[…]`, and `**` for whole folders) as steps. */
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
      steps.push({ kind: 'one', is: (character) => (isAny ? character !== '/' : character === own) })
      at += own.length + (escaped ? 1 : 0)
    }
  }
  return steps
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
