import { parseSync, Visitor } from 'oxc-parser'

/** The parts of a syntax tree that are looked at here. */
interface Node {
  type: string
  start: number
  end: number
  name?: string | Node
  value?: unknown
  key?: Node
  id?: Node
  left?: Node
  right?: Node
  init?: Node
  callee?: Node
  object?: Node
  property?: Node
  arguments?: Array<Node>
}

/** Class names that a style sheet has rules for, `@utility` included. */
export function ownClassesOf(css: string): Set<string> {
  const preludes = bareCss(css).match(/[^{};]+(?=\{)/g) ?? []
  const names = preludes.flatMap((prelude) => {
    const [, utility] = /^\s*@utility\s+([\w-]+)/.exec(prelude) ?? []
    if (utility) return [utility]
    if (/^\s*@/.test(prelude)) return []
    return [...prelude.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name = '']) => name)
  })
  return new Set(names)
}

/** The colors and sizes that a style sheet writes out instead of naming a token, each with its line. */
export function literalsOf(css: string): Array<string> {
  const text = bareCss(css)
  return [...text.matchAll(/#[\da-f]{3,8}\b(?=[^{}]*[;}])|\b(?:rgb|hsl|oklch|lab|lch|hwb)a?\([^)]*\)/gi)].map(
    ({ 0: literal, index }) => `${text.slice(0, index).split('\n').length}: ${literal}`,
  )
}

/** Without comments, texts and addresses, with the same lines. */
function bareCss(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\/|"[^"]*"|'[^']*'|url\([^)]*\)/g, (part) => part.replace(/[^\n]/g, ' '))
}

/**
 * The class names that a TypeScript source gives to elements, each as often as it stands there: in attributes, properties and constants that hold classes. A
 * name that is put together, such as `callout-${kind}`, counts as its fixed part.
 */
export function classesUsedIn(file: string, source: string): Array<string> {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const texts = new Map<number, string>()
  const constants = new Map<string, Array<Node>>()
  const places: Array<Node> = []
  const classy = (node: Node | undefined) =>
    node?.type === 'Identifier' || node?.type === 'JSXIdentifier'
      ? /^class$|class(Name|Names|es)$/i.test(String(node.name))
      : node?.type === 'Literal' && /^class(Name)?$/.test(String(node.value))
  walk(program as unknown as Node, {
    JSXAttribute: (node) => classy(node.name as Node) && node.value && places.push(node.value as Node),
    Property: (node) => classy(node.key) && places.push(node.value as Node),
    AssignmentPattern: (node) => classy(node.left) && node.right && places.push(node.right),
    AssignmentExpression: (node) => classy(node.left?.property) && node.right && places.push(node.right),
    CallExpression: ({ callee, arguments: given = [] }) =>
      callee?.object?.property?.name === 'classList' && places.push(...given),
    VariableDeclarator: ({ id, init }) => {
      if (id?.type !== 'Identifier' || !init) return
      if (classy(id)) places.push(init)
      constants.set(String(id.name), [...(constants.get(String(id.name)) ?? []), init])
    },
  })
  for (const place of places)
    walk(place, {
      Literal: ({ value, start }) => typeof value === 'string' && texts.set(start, value),
      TemplateElement: ({ value, start }) => texts.set(start, (value as { cooked: string }).cooked),
      // A constant of the file; what is in it is counted once, however many name it.
      Identifier: ({ name }) => {
        for (const init of constants.get(String(name)) ?? []) if (!places.includes(init)) places.push(init)
      },
    })
  return [...texts.values()].flatMap((text) => text.split(/\s+/)).filter(Boolean)
}

function walk(node: Node, visitor: Record<string, (node: Node) => unknown>): void {
  visitor[node.type]?.(node)
  for (const part of Object.values(node))
    if (Array.isArray(part)) part.forEach((one) => one && typeof one === 'object' && walk(one as Node, visitor))
    else if (part && typeof part === 'object' && 'type' in part) walk(part as Node, visitor)
}
