import { useMemo } from 'react'
import { changesOnly } from '#domain/markdown/reading/changes-only.ts'
import { compareTexts } from '#domain/markdown/reading/compare-texts.ts'
import { wordChanges } from '../../documents/conflict/word-changes.ts'
import { ComparedBlocks } from './compared-blocks.tsx'
import { Parts } from './diff-view.tsx'

/** Longer texts are compared word by word, without their formats. */
const longest = 300_000

/** Two Markdown texts as one that readers see, with the changes marked. */
export default function TextComparison({ before, after }: { before: string; after: string }) {
  const compared = useMemo(
    () =>
      before.length + after.length > longest ? null : changesOnly(compareTexts(before, after)),
    [before, after],
  )
  if (compared) return <ComparedBlocks blocks={compared} />
  return (
    <div className="merge-text">
      <Parts parts={wordChanges(before, after).after} />
    </div>
  )
}
