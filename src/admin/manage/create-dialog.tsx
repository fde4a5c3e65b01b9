import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ContentType } from '#domain/content.ts'
import { newIdempotencyKey } from '../../api/admin-request.ts'
import { showToast } from '../../ui/show-toast.ts'
import { createOnce, triesIn, withoutRefused } from '../item/create-once.ts'
import { createKind, readableForm } from '../item/dialog-drafts.ts'
import { typeName } from '../item/field-words.ts'
import { FormDialog } from '../item/form-dialog.tsx'
import { changedFields, createPayload, dialogFields, emptyForm, type ItemForm, numbersIn } from '../item/item-form.ts'
import { reasonOfFailure, showIssues } from '../item/save-problems.ts'
import { useIssueNumbers } from '../item/use-issue-numbers.tsx'
import { useSendLater } from '../item/use-send-later.ts'
import type { KeptDraft } from '../offline/kept-draft.ts'
import { useLocal } from '../offline/local-provider.tsx'
import { refreshType } from '../offline/refresh-after.ts'
import { withWayOut } from '../shell/on-the-server.ts'
import { ItemFields } from './item-fields.tsx'
import { RestoredForm } from './restored-form.tsx'
import { useKeptDialog } from './use-kept-dialog.ts'

/** A new item of a type. What is typed stays until it is saved or given up, also when the page goes. */
export function CreateDialog({ type, onClose }: { type: ContentType; onClose: () => void }) {
  const { drafts, outbox, pictures } = useLocal()
  const [begun, setBegun] = useState<{ draft: KeptDraft<ItemForm> | null } | null>(null)
  useEffect(() => {
    void Promise.all([drafts.latest(createKind, type), outbox.ready]).then(([kept]) =>
      setBegun({ draft: readableForm(pictures.settled(kept)) }),
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
  draft: KeptDraft<ItemForm> | null
  onClose: () => void
}) {
  const queries = useQueryClient()
  const { pictures } = useLocal()
  const [empty] = useState(() => emptyForm(type))
  const form = useForm<ItemForm>({ defaultValues: draft?.values ?? empty })
  const [restored, setRestored] = useState(draft)
  const [problem, setProblem] = useState<string | null>(null)
  const fields = dialogFields.create[type]
  const { sendLater, inTurn } = useSendLater()
  const numbers = useIssueNumbers(type, null)
  /** What was sent before may have been made, although no answer came: it is asked for before anything is made. */
  const tries = useRef(triesIn(draft?.attempt))
  const { forget, keepNow } = useKeptDialog({
    kind: createKind,
    item: type,
    revision: '',
    base: empty,
    fields,
    form,
    kept: draft,
    tries,
  })
  const dirty = changedFields(fields, empty, form.watch()).length > 0

  const create = useMutation({
    async mutationFn(values: ItemForm) {
      const fields = createPayload(type, values, new Date())
      const key = newIdempotencyKey()
      const instead = tries.current
      const work = { kind: 'create', type, fields, ...(instead.length > 0 && { instead }) } as const
      try {
        inTurn(work)
        tries.current = [...instead, { key, fields }]
        keepNow()
        await createOnce(work, { key })
        return 'created' as const
      } catch (error) {
        if (await sendLater(error, { key, title: values.title, work })) return 'kept' as const
        tries.current = withoutRefused(tries.current, key, error)
        keepNow()
        throw error
      }
    },
    onSuccess(outcome) {
      void forget()
      form.reset(empty)
      onClose()
      if (outcome === 'kept') return
      void refreshType(queries, type)
      void showToast({
        title: 'Content created',
        description: `The ${typeName(type)} has been successfully created.`,
      })
    },
    onError(error) {
      const description = reasonOfFailure(error, 'create')
      setProblem(showIssues(form, fields, error) ? null : withWayOut(description, error))
      void showToast({ title: 'Creation failed', description, variant: 'destructive' })
    },
  })

  return (
    <FormDialog
      title={`Create ${typeName(type)}`}
      dirty={dirty}
      pending={create.isPending}
      problem={problem}
      submitLabel="Create"
      pendingLabel="Creating..."
      onDiscard={forget}
      onSubmit={() => {
        setProblem(null)
        form.clearErrors()
        // Whatever may have been made already was asked about before.
        const asked = tries.current.length > 0
        numbers.ask(asked ? [] : numbersIn(form.getValues()), () => create.mutate(pictures.settled(form.getValues())))
      }}
      onClose={onClose}
    >
      {restored && (
        <RestoredForm
          at={restored.at}
          what="new"
          file={empty}
          form={form.getValues}
          fields={fields}
          onKeep={() => setRestored(null)}
          onDiscard={() => {
            const before = structuredClone(form.getValues())
            const sent = tries.current
            tries.current = []
            form.reset(empty)
            setRestored(null)
            const undo = () => {
              tries.current = sent
              for (const name of fields) form.setValue(name, before[name])
              setRestored(restored)
            }
            void showToast({
              title: 'Draft discarded',
              description: before.title,
              action: { label: 'Undo', run: undo },
            })
          }}
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
  )
}
