import type { CountedBlocks } from '#domain/item-history.ts'
import { mergeBodies } from '#domain/markdown/merge-bodies.ts'
import { changesOnly } from '#domain/markdown/reading/changes-only.ts'
import { compareTexts } from '#domain/markdown/reading/compare-texts.ts'
import { countChanges } from '#domain/markdown/reading/count-changes.ts'
import { markdownOfHtml } from '#domain/markdown/sent-markdown.ts'
import { textAnalysis } from '#domain/text-analysis/analysis-work.ts'
import { feedHtml } from './feed-html.ts'
import { findReferences } from './references.ts'
import { createMarkdownRenderer } from './render.ts'
import { withLinksTo } from './rewrite-links.ts'
import { unifiedDiff } from './unified-diff.ts'
import { withoutUnshown } from './without-unshown.ts'

/**
 * The longest comparison that is passed on, as JSON: the main thread reads and writes it again, and
 * nobody reads a longer one.
 */
const comparisonMax = 1_000_000

export type TextTasks = ReturnType<typeof createTextTasks>

/**
 * All work on texts that may take long. A worker does it with a time limit; where null is a result,
 * it also stands for work that takes too long.
 */
export function createTextTasks() {
  return {
    ...textAnalysis,
    render: createMarkdownRenderer(),
    convert: markdownOfHtml,
    merge: mergeBodies,
    diff: unifiedDiff,
    /** Null when it is too long, too. */
    compare(before: string, after: string): ReturnType<typeof changesOnly> | null {
      const changes = changesOnly(compareTexts(before, after))
      return JSON.stringify(changes).length > comparisonMax ? null : changes
    },
    countChanges: (before: string, after: string): Array<CountedBlocks> | null =>
      countChanges(compareTexts(before, after)),
    references: findReferences,
    withoutUnshown,
    feedHtml: (html: string, pageUrl: string): string | null => feedHtml(html, pageUrl),
    relink: withLinksTo,
  }
}
