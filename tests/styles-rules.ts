import { parseSync } from 'oxc-parser'

/** The parts of a syntax tree that are used here. */
interface Node {
  type: string
  start: number
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

const color = /#[\da-f]{3,8}\b(?=[^{}]*[;}])|\b(?:rgb|hsl|oklch|lab|lch|hwb)a?\([^)]*\)/gi
const typeSize = /(?<=font(?:-size)?:[^;{}]*)[\d.]+(?:rem|px)/gi

/**
 * The colors and sizes of type that a style sheet writes out instead of naming a token, each behind
 * its line.
 */
export function literalsOf(css: string): Array<string> {
  const text = bareCss(css)
  return [color, typeSize]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(({ 0: literal, index }) => `${text.slice(0, index).split('\n').length}: ${literal}`)
}

/** Without comments, texts and addresses, with the same lines. */
function bareCss(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\/|"[^"]*"|'[^']*'|url\([^)]*\)/g, (part) =>
    part.replace(/[^\n]/g, ' '),
  )
}

/**
 * The class names that a TypeScript source gives to elements, each as often as it occurs: in
 * attributes, properties and constants that hold classes. A name that is put together, such as
 * `callout-${kind}`, counts as its fixed part.
 */
export function classesUsedIn(file: string, source: string): Array<string> {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const nodes = [...partsOf(program as unknown as Node)]
  const places = new Set(nodes.flatMap(classValues))
  const texts = new Map<number, string>()
  for (const place of places)
    for (const { type, start, name, value } of partsOf(place)) {
      if (type === 'Literal' && typeof value === 'string') texts.set(start, value)
      if (type === 'TemplateElement') texts.set(start, (value as { cooked: string }).cooked)
      // A constant of the file: what is in it counts once, however many name it.
      if (type === 'Identifier')
        for (const node of nodes)
          if (node.type === 'VariableDeclarator' && node.id?.name === name && node.init)
            places.add(node.init)
    }
  return [...texts.values()].flatMap((text) => text.split(/\s+/)).filter(Boolean)
}

/** The nodes with the classes that a node gives to an element. */
function classValues({
  type,
  name,
  key,
  value,
  id,
  init,
  left,
  right,
  callee,
  arguments: given,
}: Node): Array<Node> {
  const found =
    (type === 'JSXAttribute' && holdsClasses(name as Node) && (value as Node)) ||
    (type === 'Property' && holdsClasses(key) && (value as Node)) ||
    (type === 'AssignmentPattern' && holdsClasses(left) && right) ||
    (type === 'AssignmentExpression' && holdsClasses(left?.property) && right) ||
    (type === 'VariableDeclarator' && holdsClasses(id) && init)
  if (type === 'CallExpression' && callee?.object?.property?.name === 'classList')
    return given ?? []
  return found ? [found] : []
}

function holdsClasses(node: Node | undefined): boolean {
  const name = node?.type === 'Literal' ? node.value : node?.name
  return typeof name === 'string' && /^class$|class(name|names|es)$/i.test(name)
}

/** A node and everything in it. */
function* partsOf(node: Node): Generator<Node> {
  yield node
  for (const part of Object.values(node).flat())
    if (part && typeof part === 'object' && 'type' in part) yield* partsOf(part as Node)
}

const physicalDeclaration =
  /(?:^|[;{\s])((?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*|border-(?:top|bottom)-(?:left|right)-radius|left|right)\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)\b/g
/**
 * A shorthand with four values, of which the second and the fourth are the right and the left one.
 */
const fourSides = /(?:margin|padding|border-width|inset)\s*:\s*(?!-?inherit)([^;{}]+)[;}]/g

/**
 * The declarations of a style sheet that name a side of the screen in place of the beginning or end
 * of a line, each behind its line.
 */
export function physicalIn(css: string): Array<string> {
  const text = bareCss(css)
  const lineOf = (at: number) => text.slice(0, at).split('\n').length
  const named = [...text.matchAll(physicalDeclaration)].map(({ 0: found, index }) => {
    const begin = index + found.length - found.trimStart().replace(/^[;{]\s*/, '').length
    return `${lineOf(begin)}: ${found.replace(/^[;{\s]+/, '')}`
  })
  const uneven = [...text.matchAll(fourSides)].flatMap(({ 0: found, 1: values = '', index }) => {
    const sides = values.trim().split(/\s+(?![^(]*\))/)
    return sides.length === 4 && sides[1] !== sides[3] ? [`${lineOf(index)}: ${found}`] : []
  })
  return [...named, ...uneven]
}

/**
 * Whether a class names a side of the screen, in place of `ms-`, `pe-`, `start-`, `text-end` and
 * the like.
 */
export function isPhysical(name: string): boolean {
  const bare = name.slice(name.lastIndexOf(':') + 1).replace(/^[-!]+/, '')
  return /^(?:(?:scroll-)?[mp][lr]-|(?:left|right)-|border-[lr](?:-|$)|rounded-(?:[lr]|[tb][lr])(?:-|$)|(?:text|float|clear)-(?:left|right)$)/.test(
    bare,
  )
}
