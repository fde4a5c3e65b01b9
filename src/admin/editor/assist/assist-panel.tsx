import { useState } from 'react'
import type { AssistTask } from '#domain/assist.ts'
import { askModel } from '../../../api/assist.ts'
import { messageOf } from '../../../api/refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import TextComparison from '../../editing/comparison/text-comparison.tsx'
import { useAbortable } from '../../shell/use-abortable.ts'
import type { EditorController } from '../editor-controller.ts'
import type { PanelProps } from '../panels.tsx'
import { answerLines, answerMarkdown } from './answers.ts'
import { type AskedWords, putIn, wordsFor } from './words.ts'

const labels: Readonly<Record<AssistTask, string>> = {
  shorten: 'Shorten',
  expand: 'Expand',
  simplify: 'Simplify',
  correct: 'Correct',
  continue: 'Continue',
  titles: 'Three titles',
  summary: 'Newsletter summary',
  alt: 'Describe the picture',
}

const changed = 'The text has changed at these words. Select them and ask again.'

/** What the model writes, or has written, for a task. */
interface Proposal {
  task: AssistTask
  words: AskedWords
  answer: string
  /** The answer is whole. */
  isDone: boolean
  /** Why there is no more of it, or why it can't be put in. */
  problem: string
}

/** Takes the focus as it appears: that of the tool, and then that of the task, which is gone. */
const focused = (part: HTMLElement | null) => part?.focus()

/**
 * Asks the model about the selected words or picture. What it writes is a proposal: the text
 * changes when a person takes it.
 */
export function AssistPanel({ snapshot, editor, onClose }: PanelProps) {
  const { proposal, ask, end, choices } = useProposal(editor)
  const isPicture = snapshot.imageSrc !== null
  const tasks = (Object.keys(labels) as Array<AssistTask>).filter(
    (task) => (task === 'alt') === isPicture && (task !== 'titles' || editor.handlers.onTake),
  )
  const isOver = proposal !== null && (proposal.isDone || proposal.problem !== '')

  function leave() {
    end()
    editor.focus()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the group of a toolbar
    <div
      ref={focused}
      tabIndex={-1}
      className="tool-line outline-none"
      role="group"
      aria-label="Ask the model"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        leave()
        onClose()
      }}
    >
      {proposal === null &&
        tasks.map((task) => (
          <Button key={task} size="sm" onClick={() => ask(task)}>
            {labels[task]}
          </Button>
        ))}
      {proposal && (
        <section
          ref={focused}
          tabIndex={-1}
          className="grid min-w-0 basis-full gap-2 py-1 outline-none"
          aria-label="Proposal"
          aria-busy={!isOver}
        >
          <Answer proposal={proposal} />
          <FormError>{proposal.problem}</FormError>
          <div className="flex flex-wrap gap-1.5">
            {choices.map(([label, choose]) => (
              <Button key={label} size="sm" onClick={() => choose() !== false && leave()}>
                {label}
              </Button>
            ))}
            {isOver && (
              <Button size="sm" onClick={() => ask(proposal.task)}>
                Ask again
              </Button>
            )}
            <Button size="sm" variant="ghost" onClick={leave}>
              {isOver ? 'Discard' : 'Cancel'}
            </Button>
          </div>
        </section>
      )}
    </div>
  )
}

/** What was asked last, what has come of it, and what can be done with it. */
function useProposal(editor: EditorController) {
  const [proposal, setProposal] = useState<Proposal | null>(null)
  const { run, abort } = useAbortable()

  function ask(task: AssistTask) {
    const view = editor.view()
    if (!view) return
    abort()
    const words = wordsFor(task, view)
    const show = (more: Partial<Proposal>) => setProposal((now) => now && { ...now, ...more })
    setProposal({ task, words, answer: '', isDone: false, problem: '' })
    void run(
      (signal) =>
        askModel({ task, text: words.text, url: words.url }, (answer) => show({ answer }), signal),
      () => {
        show({ isDone: true })
        editor.announce('The proposal is ready.')
      },
      (error) => show({ problem: messageOf(error) }),
    )
  }

  function end() {
    abort()
    setProposal(null)
  }

  /** Puts the proposal into the text; false when it no longer can be. */
  function put(): boolean {
    const [view, codec] = [editor.view(), editor.codec()]
    if (!view || !codec || !proposal) return false
    const isIn = putIn(view, { ...proposal, text: textOf(proposal) }, codec)
    if (!isIn) setProposal({ ...proposal, problem: changed })
    return isIn
  }

  return {
    proposal,
    ask,
    end,
    choices: proposal?.isDone ? choicesOf(proposal, editor.handlers.onTake, put) : [],
  }
}

/** What a person can do with a whole proposal, by its label. A choice that fails returns false. */
function choicesOf(
  { task, answer }: Proposal,
  onTake: PanelProps['editor']['handlers']['onTake'],
  put: () => boolean,
): ReadonlyArray<readonly [label: string, choose: () => unknown]> {
  const lines = answerLines(answer)
  if (task === 'titles')
    return lines.slice(0, 3).map((line) => [`Use as title: ${line}`, () => onTake?.('title', line)])
  if (task === 'summary' && onTake)
    return [['Use as excerpt', () => onTake('excerpt', lines.join(' '))]]
  return [[verbs[task] ?? 'Use these words', put]]
}

const verbs: Readonly<Partial<Record<AssistTask, string>>> = {
  continue: 'Insert below',
  summary: 'Insert below',
  alt: 'Use as alt text',
}

const textOf = ({ task, answer }: Proposal): string =>
  task === 'alt' ? answerLines(answer).join(' ') : answerMarkdown(answer)

/** What has come: as it is written, then with the words marked that it changes. */
function Answer({ proposal }: { proposal: Proposal }) {
  const { task, words, answer, isDone } = proposal
  if (isDone && task === 'titles') return null
  return (
    <div
      className="max-h-[40vh] overflow-auto whitespace-pre-wrap text-15"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys
      tabIndex={0}
    >
      {isDone ? (
        <TextComparison
          before={verbs[task] === 'Insert below' ? '' : words.text}
          after={textOf(proposal)}
        />
      ) : (
        answer || (proposal.problem === '' && 'The model reads the words…')
      )}
    </div>
  )
}
