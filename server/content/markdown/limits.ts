import { RefusedError } from '../../platform/errors.ts'

/** Why a body can't be shown. The message is a sentence for the log and the list of content problems. */
export class BodyRenderError extends RefusedError {
  override readonly name = 'BodyRenderError'
  readonly kind: 'too-large' | 'too-deep' | 'too-slow' | 'failed'
  /** The line of the text that is meant, where it is one. */
  readonly line: number | undefined

  constructor(kind: BodyRenderError['kind'], message: string, line?: number) {
    super(message)
    this.kind = kind
    this.line = line
  }
}

/** What the list of content problems and `content:check` say of a text that can't be rendered. */
export function shownAsSource({ message }: { message: string }): string {
  return `${message}; the page shows its source`
}

/** Processor time that rendering a text may take; 300 KB of ordinary Markdown take about a third of it. */
export const renderLimitMs = 3_000
/** Far above any article (one of 900 words has 6 KB); parsers are slow or fall over above it. */
export const maxBodyBytes = 500_000
/** Lists in quotes in lists, as a writer nests them. */
const maxContainers = 50
/** Levels of the finished tree, raw HTML included; the parsers' own recursion overflows at some thousands. */
const maxTreeDepth = 200

/** Throws a BodyRenderError for a text that parsers must not see. Reads the text once. */
export function checkText(markdown: string, maxBytes = maxBodyBytes): void {
  const bytes = Buffer.byteLength(markdown)
  if (bytes > maxBytes) {
    throw new BodyRenderError('too-large', `The text has ${bytes} bytes; at most ${maxBytes} can be shown`)
  }
  let line = 0
  for (const text of markdown.split('\n')) {
    line += 1
    if (containers(text) > maxContainers) throw tooDeep(`Line ${line}`, line)
  }
}

interface TreeNode {
  type: string
  children?: ReadonlyArray<TreeNode>
}

/** Throws a BodyRenderError for a tree that later, recursive steps can't walk. */
export function checkDepth(tree: TreeNode): void {
  let level: ReadonlyArray<TreeNode> = [tree]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxTreeDepth) throw tooDeep('The text')
    level = level.flatMap((node) => node.children ?? [])
  }
}

function tooDeep(what: string, line?: number) {
  return new BodyRenderError('too-deep', `${what} nests lists, quotes or HTML too deeply to be shown`, line)
}

/** Quotes and list items that a line opens. A rule made of many marks (`- - - -`) opens none. */
function containers(line: string): number {
  if (/^[ \t]*(?:[-*][ \t]*)+$/.test(line)) return 0
  const opening = /[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y
  let count = 0
  while (opening.test(line)) count += 1
  return count
}
