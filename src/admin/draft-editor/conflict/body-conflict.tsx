import type { MergeChunk } from '#domain/markdown/merge-bodies.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { Parts } from '../history/diff-view.tsx'
import { type TextPart, wordChanges } from '../word-changes.ts'
import { Before } from './before.tsx'
import { type Choices, chosenText } from './conflict-draft.ts'

type Conflict = Extract<MergeChunk, { kind: 'conflict' }>
type Choice = Choices['chunks'][number]

/** The lines around a conflict that are shown with it. */
const context = 3

/** The body: each part that both changed, or the whole merged text by hand. */
export function BodyConflict({
  chunks,
  choices,
  onChange,
}: {
  chunks: ReadonlyArray<MergeChunk>
  choices: Choices
  onChange: (choices: Choices) => void
}) {
  const { byHand } = choices
  return (
    <section aria-labelledby="conflict-body">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 id="conflict-body" className="font-semibold">
          Text
        </h3>
        <Button
          size="sm"
          variant="ghost"
          // What was written by hand is there again when one comes back to it.
          onClick={() => onChange({ ...choices, byHand: !byHand, text: choices.text ?? chosenText(chunks, choices) })}
        >
          {byHand ? 'Choose part by part' : 'Edit the merged text by hand'}
        </Button>
      </div>
      {byHand ? (
        <TextArea
          label="Merged text (Markdown)"
          className="conflict-merged"
          rows={18}
          spellCheck
          value={choices.text ?? ''}
          onChange={(event) => onChange({ ...choices, text: event.target.value })}
        />
      ) : (
        <div className="grid gap-3">
          {chunks.map((chunk, index) =>
            chunk.kind === 'agreed' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: chunks never move
              <Agreed key={index} text={chunk.text} first={index === 0} last={index === chunks.length - 1} />
            ) : (
              <Part
                // biome-ignore lint/suspicious/noArrayIndexKey: chunks never move
                key={index}
                chunk={chunk}
                choice={choices.chunks[index]}
                onChoose={(choice) =>
                  onChange({ ...choices, chunks: { ...choices.chunks, [index]: choice }, text: null })
                }
              />
            ),
          )}
        </div>
      )}
    </section>
  )
}

/** What both agree on, as far as it shows where one is. */
function Agreed({ text, first, last }: { text: string; first: boolean; last: boolean }) {
  const lines = text.trim().split('\n')
  if (text.trim() === '') return null
  const shown =
    lines.length <= 2 * context + 1
      ? lines
      : first
        ? ['…', ...lines.slice(-context)]
        : last
          ? [...lines.slice(0, context), '…']
          : [...lines.slice(0, context), '…', ...lines.slice(-context)]
  return <pre className="conflict-agreed">{shown.join('\n')}</pre>
}

function Part({
  chunk,
  choice,
  onChoose,
}: {
  chunk: Conflict
  choice: Choice | undefined
  onChoose: (choice: Choice) => void
}) {
  const marked = (text: string) => wordChanges(chunk.base.trim(), text.trim()).after
  const side = (name: 'Theirs' | 'Yours', parts: ReadonlyArray<TextPart>) => {
    const value = name === 'Theirs' ? 'theirs' : 'yours'
    return (
      <div className="conflict-side" data-chosen={choice === value || choice === 'both'}>
        <p className="conflict-who">{name}</p>
        <div className="conflict-text">{chunk[value].trim() === '' ? <em>taken out</em> : <Parts parts={parts} />}</div>
        <Button size="sm" aria-pressed={choice === value} onClick={() => onChoose(value)}>
          Keep {value}
        </Button>
      </div>
    )
  }
  const hasBoth = chunk.yours.trim() !== '' && chunk.theirs.trim() !== ''
  return (
    <div>
      <div className="conflict-sides">
        <Before text={chunk.base.trim()} />
        {side('Theirs', marked(chunk.theirs))}
        {side('Yours', marked(chunk.yours))}
      </div>
      {hasBoth && (
        <Button size="sm" className="mt-2" aria-pressed={choice === 'both'} onClick={() => onChoose('both')}>
          Keep both
        </Button>
      )}
    </div>
  )
}
