import { execFileSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { root } from './sources.mjs'

// `npm run size`: prints how large the code is and how it is written, and fails when a figure is
// above its limit in `scripts/size-limits.json`. `-- --lower` lowers the limits to the figures. The
// unit of size is the node of the syntax tree, because longer lines do not change it.
const limitsFile = path.join(root, 'scripts', 'size-limits.json')
/** A function with more lines is to be split. */
const longFunction = 100
const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
/** Where a function without a name of its own gets one: the keys of the name and of the value. */
const namedValues = new Map([
  ['VariableDeclarator', { name: 'id', value: 'init' }],
  ['Property', { name: 'key', value: 'value' }],
  ['MethodDefinition', { name: 'key', value: 'value' }],
  ['PropertyDefinition', { name: 'key', value: 'value' }],
])

type Figures = Record<string, number>
type SyntaxNode = { type: string; start: number; end: number } & Record<string, unknown>

const git = execFileSync('git', ['ls-files', 'src', 'server', 'scripts', 'tests'], {
  cwd: root,
  encoding: 'utf8',
})
const files = git
  .split('\n')
  .filter((file) => statSync(path.join(root, file), { throwIfNoEntry: false })?.isFile())
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || /(^|\/)(tests|fixtures)\//.test(file)
const isCode = (file: string) => /\.(tsx?|mts|mjs|jsx?)$/.test(file) && !file.endsWith('.d.ts')

const nodesOf = new Map<string, number>()
const nothing = {
  nodes: 0,
  lines: 0,
  filled: 0,
  characters: 0,
  spreads: 0,
  named: 0,
  nested: 0,
  long: 0,
}
const total = { ...nothing }
for (const file of files) {
  if (!isCode(file)) continue
  const text = readFileSync(path.join(root, file), 'utf8')
  const counted = countFile(file, text)
  nodesOf.set(file, counted.nodes)
  if (isTest(file)) continue
  for (const [name, value] of Object.entries(counted)) total[name as keyof typeof total] += value
}

const limits = JSON.parse(readFileSync(limitsFile, 'utf8')) as Figures
const figures = Object.fromEntries(Object.keys(limits).map((name) => [name, figureOf(name)]))
const tooHigh = Object.keys(limits).filter((name) => figures[name]! > limits[name]!)
for (const [name, value] of Object.entries(figures))
  console.log(`${String(value).padStart(8)} of ${String(limits[name]).padStart(7)}  ${name}`)
for (const name of tooHigh)
  console.error(`Too large: ${name} is ${figures[name]}, and its limit is ${limits[name]}.`)
if (tooHigh.length > 0) process.exitCode = 1
if (process.argv.includes('--lower')) {
  const lowered = Object.entries(figures).map(([name, value]) => [
    name,
    Math.min(value, limits[name]!),
  ])
  writeFileSync(limitsFile, `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`)
}

function figureOf(name: string): number {
  const folder = /^nodes of (.+)$/.exec(name)?.[1]
  if (folder !== undefined) return nodesIn(folder)
  switch (name) {
    case 'nodes':
      return total.nodes
    case 'KB of data beside the code':
      return Math.round(dataBytes() / 1024)
    case 'nodes per line':
      return rounded(total.nodes / total.lines, 2)
    case 'characters per filled line':
      return rounded(total.characters / total.filled, 1)
    case 'spreads of literals':
      return total.spreads
    case `functions over ${longFunction} lines`:
      return total.long
    case '% of named functions inside another':
      return rounded((100 * total.nested) / total.named, 1)
    default:
      throw new Error(`There is no figure "${name}".`)
  }
}

/** The nodes of a folder without its tests; of `tests`: of all tests and what supports them. */
function nodesIn(folder: string): number {
  const isWanted =
    folder === 'tests' ? isTest : (file: string) => file.startsWith(`${folder}/`) && !isTest(file)
  return [...nodesOf].reduce((sum, [file, nodes]) => (isWanted(file) ? sum + nodes : sum), 0)
}

function dataBytes(): number {
  const isData = (file: string) =>
    /\.(json|ya?ml|css|tsv|sql)$/.test(file) && !file.startsWith('tests/')
  return files.filter(isData).reduce((sum, file) => sum + statSync(path.join(root, file)).size, 0)
}

function rounded(value: number, digits: number) {
  return Number(value.toFixed(digits))
}

function countFile(file: string, text: string): typeof total {
  const lines = text.split('\n')
  const filled = lines.filter((line) => line.trim() !== '')
  const counted = {
    ...nothing,
    lines: lines.length - 1,
    filled: filled.length,
    characters: filled.reduce((sum, line) => sum + line.trimEnd().length, 0),
  }

  /**
   * `name` is that of the variable or property that the node is the value of; `depth` counts the
   * functions around it.
   */
  function walk(value: unknown, name: string | undefined, depth: number): void {
    if (Array.isArray(value)) for (const item of value) walk(item, name, depth)
    else if (isObject(value)) walkNode(value, name, depth)
  }

  function walkNode(node: SyntaxNode, name: string | undefined, depth: number): void {
    if (typeof node.type === 'string') counted.nodes += 1
    if (node.type === 'SpreadElement' && (node.argument as SyntaxNode).type === 'ObjectExpression')
      counted.spreads += 1
    const isFunction = functions.has(node.type) && Boolean(node.body)
    if (isFunction) countFunction(node, name ?? nameOf(node.id), depth)
    const named = namedValues.get(node.type)
    for (const key in node) {
      if (key === 'type' || key === 'start' || key === 'end') continue
      const child = named?.value === key ? nameOf(node[named.name]) : undefined
      walk(node[key], child, isFunction ? depth + 1 : depth)
    }
  }

  function countFunction(
    { start, end }: SyntaxNode,
    name: string | undefined,
    depth: number,
  ): void {
    if (name !== undefined) counted.named += 1
    if (name !== undefined && depth > 0) counted.nested += 1
    if (text.slice(start, end).split('\n').length > longFunction) counted.long += 1
  }

  walk(parseSync(file, text).program, undefined, 0)
  return counted
}

function isObject(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null
}

function nameOf(node: unknown): string | undefined {
  return isObject(node) ? (node.name as string | undefined) : undefined
}
