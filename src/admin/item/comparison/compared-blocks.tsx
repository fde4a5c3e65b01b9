import type { HiddenBlocks } from '#domain/markdown/reading/changes-only.ts'
import type { ComparedBlock } from '#domain/markdown/reading/compare-texts.ts'
import { ShownText } from './shown-text.tsx'

/** The compared blocks, with gaps for those that are left out. */
export function ComparedBlocks({ blocks }: { blocks: ReadonlyArray<ComparedBlock | HiddenBlocks> }) {
  return (
    <div className="shown-comparison" data-part="comparison">
      {blocks.map((block, index) =>
        block.change === 'hidden' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
          <p key={index} className="shown-gap">
            {block.count === 1 ? '1 unchanged block' : `${block.count} unchanged blocks`}
          </p>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
          <ShownText key={index} blocks={[block]} notes />
        ),
      )}
    </div>
  )
}
