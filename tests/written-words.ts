import { parseSync } from 'oxc-parser'

/**
 * Words that are no text: keys of a keyboard, names of methods and headers, types of schema.org, a
 * program. The toaster has those of the admin.
 */
const notShown =
  /^(?:Escape|Enter|Backspace|Tab|Home|End|Article|Person|Organization|Dismiss|Notifications?|Live)$/

interface Node {
  type: string
  start: number
  value?: unknown
  name?: { name?: string }
  callee?: { name?: string; object?: { name?: string } }
  key?: Node
  left?: Node
  right?: Node
}

/**
 * The sentences and capitalized words that a source writes out for people, each behind its line.
 * Words for logs and errors are none.
 */
export function writtenWords(file: string, source: string): Array<string> {
  const found: Array<string> = []
  const say = (node: Node, text: string) =>
    found.push(`${source.slice(0, node.start).split('\n').length}: ${text.trim()}`)
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one)
    if (typeof value !== 'object' || value === null || !('type' in value)) return
    const node = value as Node
    if (
      /^(?:ImportDeclaration|TS(?!AsExpression|SatisfiesExpression|NonNullExpression))/.test(
        node.type,
      )
    )
      return
    if (node.type === 'NewExpression' || node.callee?.object?.name === 'console') return
    if (
      node.type === 'JSXAttribute' &&
      /^(?:className|d|rel|type|name|href)$/.test(String(node.name?.name))
    )
      return
    if (node.type === 'JSXText' && /\p{L}{2}/u.test(String(node.value)))
      say(node, String(node.value))
    if (node.type === 'Literal' && typeof node.value === 'string' && isForPeople(node.value))
      say(node, node.value)
    if (node.type === 'TemplateElement') {
      const { cooked } = node.value as { cooked: string }
      // Text in HTML, and words beside a value.
      if (notShown.test(cooked.trim())) return
      if (
        />\s*\p{Lu}\p{Ll}+|="\p{Lu}\p{Ll}+|^\s?\p{Lu}\p{Ll}+ |^ (?:of|on|in|with|from|for|by|to) $/u.test(
          cooked,
        )
      )
        say(node, cooked)
    }
    for (const [key, inner] of Object.entries(node)) if (key !== 'type') walk(inner)
  }
  walk(parseSync(file, source).program)
  return found
}

function isForPeople(text: string): boolean {
  return /^\p{Lu}[\p{Ll}’']+(?:[ ,]+[\p{L}’'/]+)*[.!?:…]?$/u.test(text) && !notShown.test(text)
}
