import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ContentType } from '#domain/content.ts'
import { showToast } from '../../ui/show-toast.ts'
import { CompareDialog } from '../item/compare-dialog.tsx'
import { triesIn } from '../item/create-once.ts'
import { createKind, newValues, readableNew } from '../item/dialog-drafts.ts'
import { changedFields, type DraftValues } from '../item/draft-values.ts'
import { typeName } from '../item/field-words.ts'
import { FormDialog } from '../item/form-dialog.tsx'
import { RestoredNew } from '../item/restored-new.tsx'
import { StateWord } from '../item/state-word.tsx'
import { useIssueNumbers } from '../item/use-issue-numbers.tsx'
import { useKeptForm } from '../item/use-kept-form.ts'
import { useNewItem } from '../item/use-new-item.ts'
import type { KeptDraft } from '../offline/kept-draft.ts'
import { useLocal } from '../offline/local-provider.tsx'
import type { QueuedCreation } from '../offline/queue/outgoing.ts'
import { refreshType } from '../offline/refresh-after.ts'
import { createPayload, dialogFields } from './dialog-fields.ts'
import { ItemFields } from './item-fields.tsx'
import { noAnswer } from './save-problems.ts'

/** A new item of a type. What is typed stays until it is saved or given up, also when the page goes. */
export function CreateDialog({ type, onClose }: { type: ContentType; onClose: () => void }) {
  const { drafts, outbox, pictures } = useLocal()
  const [begun, setBegun] = useState<{ draft: KeptDraft<DraftValues> | null } | null>(null)
  useEffect(() => {
    void Promise.all([drafts.latest(createKind, type), outbox.ready]).then(([kept]) =>
      setBegun({ draft: readableNew(type, pictures.settled(kept)) }),
    )
  }, [drafts, outbox, pictures, type])
  return begun && <CreateForm type={type} draft={begun.draft} onClose={onClose} />
}

function CreateForm({
  type,
  draft,
  onClose,
}: {
  type: ContentType
  draft: KeptDraft<DraftValues> | null
  onClose: () => void
}) {
  const queries = useQueryClient()
  const [empty] = useState(() => newValues(type))
  const [restored, setRestored] = useState(draft)
  const [comparing, setComparing] = useState(false)
  const numbers = useIssueNumbers(type, null)
  const fields = dialogFields.create[type]
  /** What was sent before may have been made, although no answer came: it is asked for before anything is made. */
  const tries = useRef(triesIn(draft?.attempt))
  const [begun] = useState(() => draft?.values ?? empty)
  const { form, dirty, saving, trouble, save, take } = useNewItem(
    type,
    { base: empty, values: begun, instead: tries.current },
    {
      flush: () => undefined,
      draft: null,
      onTries(sent) {
        keepTries(sent)
      },
      payload: (values) => createPayload(type, values, new Date()),
      rules: null,
      words: { fields, failed: 'Creation failed', noAnswer: noAnswer.create },
    },
  )
  const finished = useRef(false)
  const kept = useKeptForm<DraftValues>({
    kind: createKind,
    item: type,
    current() {
      const values = form.getValues()
      if (finished.current || changedFields(type, empty, values).length === 0) return null
      const attempt = tries.current.length > 0 && { attempt: tries.current }
      return { revision: '', title: values.title || 'Without a title', base: empty, values, ...attempt }
    },
    subscribe: (changed) => form.subscribe({ formState: { values: true }, callback: changed }),
    flush: () => undefined,
    onOther(other) {
      tries.current = triesIn(other?.attempt)
      take(other?.values ?? empty)
    },
    restored: draft,
  })
  function keepTries(sent: ReadonlyArray<QueuedCreation>) {
    tries.current = sent
    kept.keepNow()
  }
  async function forget() {
    finished.current = true
    await kept.discard()
  }

  async function create() {
    const outcome = await save('published')
    if (!outcome) return
    await forget()
    onClose()
    if (outcome.kind === 'kept') return
    void refreshType(queries, type)
    void showToast({ title: 'Content created', description: `The ${typeName(type)} has been successfully created.` })
  }

  /** Begins anew; can be undone. */
  function discard() {
    const before = { values: structuredClone(form.getValues()), tries: tries.current }
    tries.current = []
    take(empty)
    setRestored(null)
    const undo = () => {
      tries.current = before.tries
      take(before.values)
      setRestored(restored)
    }
    void showToast({
      title: 'Draft discarded',
      description: before.values.title,
      action: { label: 'Undo', run: undo },
    })
  }

  return (
    <>
      <FormDialog
        title={`Create ${typeName(type)}`}
        dirty={dirty}
        pending={saving !== null}
        problem={trouble.kind === 'offline' ? noAnswer.create : trouble.kind === 'refused' ? trouble.message : null}
        state={<StateWord draft={{ saving: saving !== null, dirty, trouble }} />}
        submitLabel="Create"
        pendingLabel="Creating..."
        onDiscard={forget}
        onSubmit={() => {
          form.clearErrors()
          const { issueNumber } = form.getValues()
          // Whatever may have been made already was asked about before.
          const isNew = type === 'newsletters' && issueNumber > 0 && tries.current.length === 0
          numbers.ask(isNew ? [issueNumber] : [], () => void create())
        }}
        onClose={onClose}
      >
        {restored && (
          <RestoredNew
            at={restored.at}
            actions={[
              { label: 'Keep', run: () => setRestored(null) },
              { label: 'Compare', run: () => setComparing(true) },
              { label: 'Discard', run: discard },
            ]}
          />
        )}
        <ItemFields kind="create" type={type} form={form} loaded={empty} nextIssue={numbers.next} />
        <p className="mt-4 text-small text-muted">
          {type === 'newsletters'
            ? 'It begins as a draft. The editor publishes it and sends it.'
            : 'It is published at once. The editor can make it a draft again.'}
        </p>
        {numbers.question}
      </FormDialog>
      {comparing && (
        <CompareDialog
          type={type}
          file={empty}
          draft={form.getValues()}
          backLabel="Back to the form"
          onClose={() => setComparing(false)}
        />
      )}
    </>
  )
}
