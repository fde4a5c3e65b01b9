import type { ReactNode } from 'react'
import type { BlockChange } from '#domain/markdown/reading/compare-texts.ts'
import type { WordChange } from '#domain/markdown/reading/compare-words.ts'
import type { Mark, Run } from '#domain/markdown/reading/run.ts'
import type { ShownBlock } from '#domain/markdown/reading/shown-blocks.ts'

/** A run that may be marked as changed, and by whom. */
export type MarkedRun = Run & { change?: WordChange; by?: 'yours' | 'theirs' | 'both' | null }

/** A block that may be marked as changed. */
export type MarkedBlock = Omit<ShownBlock, 'runs'> & { change?: BlockChange; runs: ReadonlyArray<MarkedRun> }

const blockNotes: Readonly<Partial<Record<BlockChange, string>>> = {
  added: 'Added',
  removed: 'Removed',
  moved: 'Moved here',
  left: 'Moved from here',
}

/** A text as readers see it, with its changes marked for eyes and for screen readers. `notes`: says of whole blocks how they changed. */
export function ShownText({ blocks, notes = false }: { blocks: ReadonlyArray<MarkedBlock>; notes?: boolean }) {
  return blocks.map((block, index) => (
    <div
      // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
      key={index}
      className="shown-block"
      data-kind={block.kind}
      data-depth={block.depth}
      data-change={notes ? block.change : undefined}
      style={{ marginInlineStart: `${Math.min(block.indent, 6) * 1.25 + Math.min(block.quotes, 4) * 0.75}rem` }}
      data-quoted={block.quotes > 0 || undefined}
    >
      {notes && block.change && blockNotes[block.change] && (
        <span className="shown-note" data-change={block.change}>
          {blockNotes[block.change]}
        </span>
      )}
      {block.bullet && <span className="shown-bullet">{block.bullet}</span>}
      {block.kind === 'rule' ? <hr /> : <Runs runs={block.runs} whole={wholeChange(block)} />}
    </div>
  ))
}

/** The change that all words of the block share, which its note says already. */
function wholeChange({ change }: MarkedBlock): WordChange | undefined {
  return change === 'added' || change === 'removed' ? change : undefined
}

function Runs({ runs, whole }: { runs: ReadonlyArray<MarkedRun>; whole: WordChange | undefined }) {
  return runs.map((run, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
    <Changed key={index} run={run} quiet={whole === run.change}>
      <Formatted run={run} />
    </Changed>
  ))
}

const people = { yours: 'you', theirs: 'they', both: 'both of you' }

function Changed({ run: { change, by }, quiet, children }: { run: MarkedRun; quiet: boolean; children: ReactNode }) {
  if (!change || change === 'same') return children
  const words = by ? `${people[by]} ${change}` : change
  const Element = change === 'added' ? 'ins' : 'del'
  return (
    <Element className="shown-change" data-by={by ?? undefined}>
      {!quiet && <span className="sr-only"> [{words}: </span>}
      {children}
      {!quiet && <span className="sr-only">] </span>}
    </Element>
  )
}

function Formatted({ run: { text, marks, href, picture } }: { run: Run }) {
  if (picture !== undefined) return <Picture address={picture} text={text} />
  const linked =
    href === undefined ? (
      text
    ) : (
      <span className="shown-link" title={href}>
        {text}
      </span>
    )
  return marks.reduceRight<ReactNode>((inside, mark) => wrapped(mark, inside), linked)
}

function wrapped(mark: Mark, inside: ReactNode): ReactNode {
  switch (mark) {
    case 'strong':
      return <strong>{inside}</strong>
    case 'emphasis':
      return <em>{inside}</em>
    case 'delete':
      return <s>{inside}</s>
    case 'underline':
      return <u>{inside}</u>
    case 'highlight':
      return <mark className="shown-mark">{inside}</mark>
    case 'code':
      return <code className="shown-code">{inside}</code>
  }
}

/** A picture of the site, small; of any other one its text, because its address may lead anywhere. */
function Picture({ address, text }: { address: string; text: string }) {
  return (
    <span className="shown-picture" title={address}>
      {address.startsWith('/media/') && <img src={`${address}?w=320`} alt="" loading="lazy" />}
      <span>
        <span className="sr-only">Picture: </span>
        {text}
      </span>
    </span>
  )
}
