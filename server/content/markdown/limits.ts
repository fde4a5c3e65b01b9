import { RefusedError } from '../../platform/errors.ts'

/**
 * A body that cannot be rendered. The message is a sentence for the log and the list of content
 * problems.
 */
export class BodyRenderError extends RefusedError {
  override readonly name = 'BodyRenderError'
  readonly kind: 'too-large' | 'too-deep' | 'too-slow' | 'failed'
  /** The line of the fault in the text, if the fault has one. */
  readonly line: number | undefined

  constructor(kind: BodyRenderError['kind'], message: string, line?: number) {
    super(message)
    this.kind = kind
    this.line = line
  }
}

/**
 * The message of the list of content problems and of `content:check` for a text that cannot be
 * rendered.
 */
export function shownAsSource({ message }: { message: string }): string {
  return `${message}; the page shows its source`
}

/**
 * Processor time that rendering a text may take; 300 KB of ordinary Markdown take about a third of
 * it.
 */
export const renderLimitMs = 3_000
/** Far above any article (900 words have 6 KB). Parsers are slow or run out of memory with more. */
export const maxBodyBytes = 500_000
/** The number of nested quotes and list items that a line may open. */
const maxContainers = 50
/**
 * Levels of the tree, raw HTML included; the recursion of the parsers overflows the stack at some
 * thousands.
 */
const maxTreeDepth = 200

/** Throws a BodyRenderError for a text that parsers must not see. Reads the text once. */
export function checkText(markdown: string, maxBytes = maxBodyBytes): void {
  const bytes = Buffer.byteLength(markdown)
  if (bytes > maxBytes) {
    throw new BodyRenderError(
      'too-large',
      `The text has ${bytes} bytes; at most ${maxBytes} can be shown`,
    )
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

/** Throws a BodyRenderError for a tree that is too deep for the recursive steps that follow. */
export function checkDepth(tree: TreeNode): void {
  let level: ReadonlyArray<TreeNode> = [tree]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxTreeDepth) throw tooDeep('The text')
    level = level.flatMap((node) => node.children ?? [])
  }
}

function tooDeep(what: string, line?: number) {
  return new BodyRenderError(
    'too-deep',
    `${what} nests lists, quotes or HTML too deeply to be shown`,
    line,
  )
}

/** Quotes and list items that a line opens. A rule made of many marks (`- - - -`) opens none. */
function containers(line: string): number {
  if (/^[ \t]*(?:[-*][ \t]*)+$/.test(line)) return 0
  const opening = /[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y
  let count = 0
  while (opening.test(line)) count += 1
  return count
}
