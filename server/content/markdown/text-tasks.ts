import type { ContentAnalysis, KnownTag, OwnSubject } from '#domain/analysis.ts'
import type { CountedBlocks } from '#domain/item-history.ts'
import { type MergedBody, mergeBodies } from '#domain/markdown/merge-bodies.ts'
import { changesOnly } from '#domain/markdown/reading/changes-only.ts'
import { compareTexts } from '#domain/markdown/reading/compare-texts.ts'
import { countChanges } from '#domain/markdown/reading/count-changes.ts'
import { type HtmlEdit, markdownOfHtml } from '#domain/markdown/sent-markdown.ts'
import { analyzeText } from '#domain/text-analysis/analyze-text.ts'
import { textLanguage } from '#domain/text-analysis/load-text-language.ts'
import { type Topics, topicsIn } from '#domain/text-analysis/topics-in.ts'
import { feedHtml } from './feed-html.ts'
import { findReferences, type Reference } from './references.ts'
import { createMarkdownRenderer, type MarkdownInput, type RenderedMarkdown } from './render.ts'
import { withLinksTo } from './rewrite-links.ts'
import { unifiedDiff } from './unified-diff.ts'
import { withoutUnshown } from './without-unshown.ts'

/**
 * The longest comparison that is passed on, as JSON: the main thread reads and writes it again, and
 * nobody reads a longer one.
 */
const comparisonMax = 1_000_000

/** All work on texts that may take long. A worker does it with a time limit. */
export interface TextTasks {
  render(
    input: MarkdownInput,
    partial: (result: RenderedMarkdown) => void,
  ): Promise<RenderedMarkdown>
  convert(edit: HtmlEdit): string | null
  merge(versions: { base: string; yours: string; theirs: string }): MergedBody
  diff(versions: { before: string; after: string }): string
  compare(versions: { before: string; after: string }): ReturnType<typeof changesOnly> | null
  countChanges(versions: { before: string; after: string }): Array<CountedBlocks>
  analyze(parts: {
    request: Parameters<typeof analyzeText>[0]
    tags: ReadonlyArray<KnownTag>
    own: OwnSubject | null
    language: string
  }): Promise<ContentAnalysis>
  topicsIn(parts: {
    content: string
    tags: ReadonlyArray<KnownTag>
    devices: boolean
    language: string
  }): Promise<Topics>
  references(text: string): Array<Reference>
  withoutUnshown(markdown: string): string
  feedHtml(page: { html: string; pageUrl: string }): string
  relink(text: { markdown: string; from: string; to: string; siteUrl: string }): string
}

export function createTextTasks(): TextTasks {
  return {
    render: createMarkdownRenderer(),
    convert: markdownOfHtml,
    merge: ({ base, yours, theirs }) => mergeBodies(base, yours, theirs),
    diff: ({ before, after }) => unifiedDiff(before, after),
    compare({ before, after }) {
      const changes = changesOnly(compareTexts(before, after))
      return JSON.stringify(changes).length > comparisonMax ? null : changes
    },
    countChanges: ({ before, after }) => countChanges(compareTexts(before, after)),
    analyze: async ({ request, tags, own, language }) =>
      analyzeText(request, tags, own, await textLanguage(language)),
    topicsIn: async ({ content, tags, devices, language }) =>
      topicsIn(content, tags, devices, await textLanguage(language)),
    references: findReferences,
    withoutUnshown,
    feedHtml: ({ html, pageUrl }) => feedHtml(html, pageUrl),
    relink: ({ markdown, from, to, siteUrl }) => withLinksTo(markdown, from, to, siteUrl),
  }
}
