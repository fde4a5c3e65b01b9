import type { ReactNode } from 'react'
import type { BlockChange } from '#domain/markdown/reading/compare-texts.ts'
import type { WordChange } from '#domain/markdown/reading/compare-words.ts'
import type { Mark, Run } from '#domain/markdown/reading/run.ts'
import type { ShownBlock } from '#domain/markdown/reading/shown-blocks.ts'
import { shownAt } from '#domain/shown-at.ts'

/** A run that may be marked as changed, and by whom. */
export type MarkedRun = Run & { change?: WordChange; by?: 'yours' | 'theirs' | 'both' | null }

/** A block that may be marked as changed. */
export type MarkedBlock = Omit<ShownBlock, 'runs'> & {
  change?: BlockChange
  runs: ReadonlyArray<MarkedRun>
}

const looks: Readonly<Record<ShownBlock['kind'], string>> = {
  paragraph: 'not-first:mt-2',
  heading: 'not-first:mt-2 text-[1.125em] font-bold',
  row: 'border-b border-line py-0.5 [tab-size:14] data-[depth="1"]:font-semibold',
  code: 'not-first:mt-2 rounded-md bg-sunk px-2.5 py-2 font-mono text-[0.875em]',
  rule: 'not-first:mt-2',
  source: 'not-first:mt-2 font-mono text-[0.875em] text-muted',
}

const changedLooks: Readonly<Partial<Record<BlockChange, string>>> = {
  added: 'rounded-md bg-line-added px-2.5 py-1.5 [&_.shown-change]:bg-transparent',
  removed: 'rounded-md bg-line-removed px-2.5 py-1.5 [&_.shown-change]:bg-transparent',
  moved: 'rounded-md bg-sunk px-2.5 py-1.5',
  left: 'max-h-[3.2em] overflow-hidden text-muted',
}

const blockNotes: Readonly<Partial<Record<BlockChange, string>>> = {
  added: 'Added',
  removed: 'Removed',
  moved: 'Moved here',
  left: 'Moved from here',
}

/**
 * A text as readers see it, with its changes marked for eyes and for screen readers. `notes`: says
 * of whole blocks how they changed.
 */
export function ShownText({
  blocks,
  notes = false,
}: {
  blocks: ReadonlyArray<MarkedBlock>
  notes?: boolean
}) {
  return blocks.map((block, index) => (
    <div
      // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
      key={index}
      className={`min-h-[1.5em] leading-[1.55] whitespace-pre-wrap wrap-anywhere ${looks[block.kind]} ${(notes && block.change && changedLooks[block.change]) || ''} ${block.quotes > 0 ? 'border-s-3 border-line ps-3' : ''}`}
      data-depth={block.depth}
      style={{
        marginInlineStart: `${Math.min(block.indent, 6) * 1.25 + Math.min(block.quotes, 4) * 0.75}rem`,
      }}
    >
      {notes && block.change && blockNotes[block.change] && (
        <span className="block text-13 font-semibold text-muted">{blockNotes[block.change]}</span>
      )}
      {block.bullet && (
        <span className="-ms-5 inline-block min-w-5 pe-1.5 text-muted">{block.bullet}</span>
      )}
      {block.kind === 'rule' ? (
        <hr className="my-2 border-line" />
      ) : (
        <Runs runs={block.runs} whole={wholeChange(block)} />
      )}
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

function Changed({
  run: { change, by },
  quiet,
  children,
}: {
  run: MarkedRun
  quiet: boolean
  children: ReactNode
}) {
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
      <span className="underline decoration-muted underline-offset-[0.15em]" title={href}>
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
      return <mark className="bg-mark-yellow">{inside}</mark>
    case 'code':
      return <code className="font-mono text-[0.875em]">{inside}</code>
  }
}

/**
 * A picture of the site, small; of any other one its text, because its address may lead anywhere.
 */
function Picture({ address, text }: { address: string; text: string }) {
  return (
    <span
      className="inline-flex max-w-full items-center gap-2 rounded-md border border-line px-2 py-1
        align-middle text-[0.9375em] [&_img]:max-h-14 [&_img]:w-18 [&_img]:object-cover"
      title={address}
    >
      {address.startsWith('/media/') && <img src={shownAt(address, 320)} alt="" loading="lazy" />}
      <span>
        <span className="sr-only">Picture: </span>
        {text}
      </span>
    </span>
  )
}
