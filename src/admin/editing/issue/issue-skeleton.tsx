import { GripVertical, Plus, X } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { longDate } from '#domain/dates.ts'
import { pieceOf, presents, type SiteItem } from '#domain/issue-skeleton.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { DateTimeField } from '../../../ui/field.tsx'
import type { DraftValues } from '../../documents/draft-values.ts'
import { useSiteFacts } from '../../shell/site-facts.ts'
import { ItemPicker } from './item-picker.tsx'
import { type Published, wordsOf } from './site-items.ts'
import { useReorder } from './use-reorder.ts'

/** The button that has the focus when the pressed one is gone. */
const putInAnother = '[data-part="put-in-another"]'

/**
 * What a new issue presents: what was published since the last one, in an order that dragging and
 * arrow keys change, and any other item of the site.
 */
export function IssueSkeleton({
  form,
  published,
}: {
  form: UseFormReturn<DraftValues>
  published: Published
}) {
  const { timeZone } = useSiteFacts()
  const { since, last } = published
  const articles = form.watch('articles')
  const [picking, setPicking] = useState(false)
  const [said, setSaid] = useState('')
  const section = useRef<HTMLElement>(null)
  const focus = useFocusAfter(section)
  const id = useId()
  const left = since.filter((item) => !articles.some((piece) => presents(piece, item)))

  function move(from: number, to: number) {
    const next = [...form.getValues('articles')]
    const [moved] = next.splice(from, 1)
    if (!moved) return
    next.splice(to, 0, moved)
    choose(form, next)
    setSaid(`${moved.title}: place ${to + 1} of ${next.length}`)
  }

  function putIn(item: SiteItem) {
    choose(form, [...form.getValues('articles'), pieceOf(item)])
    focus(putInAnother)
  }

  return (
    <section
      ref={section}
      aria-labelledby={`${id}title`}
      className="mt-6 grid gap-3 border-t border-line pt-5"
    >
      <Heading id={id} last={last} />
      {articles.length === 0 && (
        <p className="text-small text-muted">
          Nothing yet. An issue may also be its opening text alone.
        </p>
      )}
      <Chosen
        articles={articles}
        helpId={`${id}help`}
        onMove={move}
        onLeaveOut={(index) => {
          choose(
            form,
            articles.filter((_, at) => at !== index),
          )
          focus(putInAnother)
        }}
      />
      <p className="sr-only" role="status">
        {said}
      </p>
      {left.length > 0 && (
        <details open={articles.length === 0}>
          <summary className="cursor-pointer text-small font-semibold">
            {last ? `Also published since issue #${last.issueNumber}` : 'Also on the site'} (
            {left.length})
          </summary>
          <LeftOut items={left} onPutIn={putIn} />
        </details>
      )}
      <Button
        size="sm"
        className="justify-self-start"
        icon={<Plus />}
        data-part="put-in-another"
        onClick={() => setPicking(true)}
      >
        Put in another
      </Button>
      <div className="mt-3 sm:max-w-xs">
        <DateTimeField
          {...form.register('publishedAt')}
          label="Publication Date"
          timeZone={timeZone}
          shown={form.watch('publishedAt')}
          hint="It stays a draft until you publish it."
        />
      </div>
      {picking && (
        <ItemPicker
          without={articles}
          onPick={(item) => {
            setPicking(false)
            putIn(item)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </section>
  )
}

function Heading({ id, last }: { id: string; last: Published['last'] }) {
  return (
    <div>
      <h3 id={`${id}title`} className="text-16 font-semibold">
        In this issue
      </h3>
      <p id={`${id}help`} className="text-small text-muted">
        {last
          ? `What was published since issue #${last.issueNumber}. `
          : 'The newest of the site. '}
        Drag to put it in order, or use the arrow keys on a handle.
      </p>
    </div>
  )
}

/** Subject and preview text follow the choice until somebody words them. */
function choose(form: UseFormReturn<DraftValues>, next: DraftValues['articles']) {
  const before = wordsOf(form.getValues('articles'))
  const after = wordsOf(next)
  for (const name of ['title', 'excerpt'] as const)
    if (form.getValues(name) === before[name])
      form.setValue(name, after[name], { shouldDirty: true })
  form.setValue('articles', next, { shouldDirty: true })
}

/** What the issue presents, in its order. */
function Chosen({
  articles,
  helpId,
  onMove,
  onLeaveOut,
}: {
  articles: DraftValues['articles']
  helpId: string
  onMove: (from: number, to: number) => void
  onLeaveOut: (index: number) => void
}) {
  const { list, dragged, handle } = useReorder(articles.length, onMove)
  return (
    <ol ref={list} aria-label="In this issue" className="grid">
      {articles.map(({ title, excerpt }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the handle stays where it is pressed while entries move.
          key={index}
          className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2 border-b
            border-line py-1 data-dragged:bg-sunk"
          data-dragged={dragged === index || undefined}
        >
          <button
            type="button"
            className="icon-button cursor-grab touch-none active:cursor-grabbing"
            aria-label={`Move ${title}`}
            aria-describedby={helpId}
            title="Drag, or use the arrow keys"
            data-handle
            {...handle(index)}
          >
            <GripVertical />
          </button>
          <Entry title={title} text={excerpt} />
          <IconButton label={`Leave out ${title}`} icon={<X />} onClick={() => onLeaveOut(index)} />
        </li>
      ))}
    </ol>
  )
}

/** What could be put in too. */
function LeftOut({
  items,
  onPutIn,
}: {
  items: ReadonlyArray<SiteItem>
  onPutIn: (item: SiteItem) => void
}) {
  const { timeZone } = useSiteFacts()
  return (
    <ul className="grid">
      {items.map((item) => (
        <li
          key={item.address}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 border-b border-line
            py-1"
        >
          <Entry title={item.title} text={longDate(new Date(item.publishedAt), timeZone)} />
          <IconButton
            label={`Put in ${item.title}`}
            icon={<Plus />}
            onClick={() => onPutIn(item)}
          />
        </li>
      ))}
    </ul>
  )
}

function Entry({ title, text }: { title: string; text: string }) {
  return (
    <div className="min-w-0 text-small">
      <p className="font-semibold">{title}</p>
      <p className="truncate text-muted">{text}</p>
    </div>
  )
}

/**
 * Moves the focus when the pressed button is gone after the next rendering, so that the keyboard
 * goes on from there.
 */
function useFocusAfter(section: RefObject<HTMLElement | null>) {
  const [wanted, setWanted] = useState<string | null>(null)
  useEffect(() => {
    if (wanted === null) return
    section.current?.querySelector<HTMLElement>(wanted)?.focus()
    setWanted(null)
  }, [wanted, section])
  return setWanted
}
