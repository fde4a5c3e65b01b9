import type { HiddenBlocks } from '#domain/markdown/reading/changes-only.ts'
import type { ComparedBlock } from '#domain/markdown/reading/compare-texts.ts'
import { ShownText } from './shown-text.tsx'

/** The compared blocks, with gaps for those that are left out. */
export function ComparedBlocks({
  blocks,
}: {
  blocks: ReadonlyArray<ComparedBlock | HiddenBlocks>
}) {
  return (
    <div className="rounded-card border border-line p-3 text-15" data-part="comparison">
      {blocks.map((block, index) =>
        block.change === 'hidden' ? (
          <p
            // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
            key={index}
            className="border-y border-dashed border-line py-0.5 text-center text-13 text-muted
              not-first:mt-2"
          >
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
