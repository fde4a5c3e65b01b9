import type { Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { rehype } from 'rehype'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize from 'rehype-sanitize'
import { remark } from 'remark'
import remarkGfm from 'remark-gfm'
import remarkRehype from 'remark-rehype'
import { anchorPrefix as firstAnchorPrefix } from '#domain/body-format.ts'
import { listBehindCode } from '#domain/markdown/list-behind-code.ts'
import { buildCallouts, remarkCallouts } from './callouts.ts'
import { createCodeColorer, describeCode } from './code.ts'
import { countWords } from './count-words.ts'
import { anchorHeadings, type TocEntry } from './headings.ts'
import { finishImages, type KnownDimensions } from './images.ts'
import { checkDepth, checkText } from './limits.ts'
import { finishLinks, plainAddresses } from './links.ts'
import { bodyPolicy } from './policy.ts'
import { wrapTables } from './tables.ts'
import { labelTasks } from './task-lists.ts'

export interface MarkdownInput {
  markdown: string
  /** Sizes of this site's pictures; see `mediaAddresses`. */
  dimensions: KnownDimensions
  /** A second body on one page begins its anchors with something else. */
  anchorPrefix?: string
}

export interface RenderedMarkdown {
  /** Sanitised; stands in a page as it is. */
  html: string
  toc: Array<TocEntry>
  words: number
}

/** `partial` gets the result as it is before its code is colored, if there is any: something to show when that takes too long. */
export type MarkdownRenderer = (
  input: MarkdownInput,
  partial?: (result: RenderedMarkdown) => void,
) => Promise<RenderedMarkdown>

/**
 * Creates the function that makes a page's HTML of a Markdown body (rulings, section 3). It rejects with a BodyRenderError when the text is too
 * large or nests too deeply; it may take seconds on hostile text, so a server calls it in a worker.
 */
export function createMarkdownRenderer(): MarkdownRenderer {
  const toHtmlTree = remark()
    .use(remarkGfm)
    .use(listBehindCode)
    .use(remarkCallouts)
    // Raw HTML passes here and is parsed and sanitised below; the policy prefixes all ids, so no prefix here.
    .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '' })
  const parseRawHtml = rehype().use(rehypeRaw)
  const colorCode = createCodeColorer()

  return async ({ markdown, dimensions, anchorPrefix = firstAnchorPrefix }, partial) => {
    checkText(markdown)
    const document = toHtmlTree.parse(markdown)
    checkDepth(document)
    const raw: Root = await parseRawHtml.run(await toHtmlTree.run(document, markdown), markdown)
    checkDepth(raw)
    plainAddresses(raw)
    const sanitize = rehype().use(rehypeSanitize, { ...bodyPolicy, clobberPrefix: anchorPrefix })
    const tree = await sanitize.run(raw)
    // From here on, only steps of our own on clean nodes.
    const words = countWords(textOf(tree))
    const toc = anchorHeadings(tree, anchorPrefix)
    finishLinks(tree, anchorPrefix)
    finishImages(tree, dimensions)
    labelTasks(tree)
    buildCallouts(tree)
    wrapTables(tree)
    const code = describeCode(tree)
    if (code.length > 0) {
      partial?.({ html: sanitize.stringify(tree), toc, words })
      await colorCode(code)
    }
    return { html: sanitize.stringify(tree), toc, words }
  }
}
