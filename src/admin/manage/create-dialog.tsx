import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ContentType } from '#domain/content.ts'
import { hasField } from '#domain/item/item-fields.ts'
import { itemTypes } from '#domain/item/types.ts'
import { serverNow } from '../../api/server-clock.ts'
import { useProfile } from '../../ui/site-profile.tsx'
import type { DraftValues } from '../documents/draft-values.ts'
import { typeName } from '../documents/field-words.ts'
import type { StoredDraft } from '../documents/stored-draft.ts'
import { useComparison } from '../editing/compare-dialog.tsx'
import { isCreatedType, writeAddress } from '../editing/creator-state.ts'
import { attemptsIn, createKind, newValues, readableNew } from '../editing/dialog-drafts.ts'
import { RestoredDraft } from '../editing/draft-notices.tsx'
import { FormDialog } from '../editing/form-dialog.tsx'
import { IssueSkeleton } from '../editing/issue/issue-skeleton.tsx'
import { type Published, publishedSinceLastIssue, skeletonOf } from '../editing/issue/site-items.ts'
import { StateWord } from '../editing/state-word.tsx'
import { useIssueNumbers } from '../editing/use-issue-numbers.tsx'
import { useNewItem } from '../editing/use-new-item.ts'
import { useShowUndoable } from '../editing/use-show-undoable.ts'
import { useLocal } from '../shell/local-provider.tsx'
import { refreshType } from '../shell/refresh-after.ts'
import { useSiteFacts } from '../shell/site-facts.ts'
import { createPayload, dialogFields } from './dialog-fields.ts'
import { ItemFields } from './item-fields.tsx'
import { noAnswer } from './save-problems.ts'

/**
 * Dialog for a new item. Typed text is stored until it is saved or discarded, also when the page is
 * closed.
 */
export function CreateDialog({ type, onClose }: { type: ContentType; onClose: () => void }) {
  const { drafts, outbox, pictures } = useLocal()
  const profile = useProfile()
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    void Promise.all([
      drafts.latest(createKind, type),
      publishedSinceLastIssue(type),
      outbox.ready,
    ]).then(([kept, published]) =>
      setFound({ draft: readableNew(type, pictures.withAddresses(kept), profile), published }),
    )
  }, [drafts, outbox, pictures, type, profile])
  return found && <CreateForm type={type} {...found} onClose={onClose} />
}

interface Found {
  draft: StoredDraft<DraftValues> | null
  /** For a new issue, what it can present. */
  published: Published | null
}

function CreateForm({
  type,
  draft,
  published,
  onClose,
}: Found & {
  type: ContentType
  onClose: () => void
}) {
  const queries = useQueryClient()
  const showUndoable = useShowUndoable()
  const { timeZone } = useSiteFacts()
  const profile = useProfile()
  const [empty] = useState(() => ({
    ...newValues(type, profile),
    ...(published && skeletonOf(published, timeZone)),
  }))
  const numbers = useIssueNumbers(type, null)
  const fields = [...dialogFields.create[type], 'author' as const, 'fields' as const]
  const item = useNewItem(
    type,
    { base: empty, values: draft?.values ?? empty, instead: attemptsIn(draft?.attempt) },
    {
      flush: () => undefined,
      restored: draft,
      onSaved({ commit }) {
        onClose()
        const refresh = () => refreshType(queries, type)
        void refresh()
        const description = `The ${typeName(type)} has been successfully created.`
        showUndoable({ title: 'Content created', description }, commit, refresh)
      },
      onQueued: onClose,
      payload: (values) => createPayload(type, values, serverNow()),
      rules: null,
      words: { fields, failed: 'Creation failed', noAnswer: noAnswer.create },
    },
  )
  const { form, dirty, saving, problem } = item
  const { compare, comparison } = useComparison(item, 'Back to the form')

  return (
    <>
      <FormDialog
        wide
        title={`Create ${typeName(type)}`}
        dirty={dirty}
        pending={saving}
        problem={problem.kind === 'refused' ? problem.message : null}
        state={<StateWord draft={{ isNew: true, saving, dirty, problem }} />}
        submitLabel="Create"
        pendingLabel="Creating..."
        onDiscard={item.forget}
        onSubmit={() => {
          form.clearErrors()
          const { issueNumber } = form.getValues()
          // Earlier attempts are resolved first, so the check for the number is needed only without
          // them.
          const isNew =
            hasField(type, 'issueNumber') && issueNumber > 0 && item.instead.length === 0
          numbers.ask(isNew ? [issueNumber] : [], () => void item.save('published'))
        }}
        onClose={onClose}
      >
        <div className="mb-5 empty:hidden">
          <RestoredDraft draft={item} isNew sent={item.instead.length > 0} onCompare={compare} />
        </div>
        <ItemFields kind="create" type={type} form={form} loaded={empty} nextIssue={numbers.next} />
        {published && <IssueSkeleton form={form} published={published} />}
        <AfterCreation type={type} />
        {numbers.question}
      </FormDialog>
      {comparison}
    </>
  )
}

/** What becomes of the created item, and the other way to begin. */
function AfterCreation({ type }: { type: ContentType }) {
  return (
    <p className="mt-4 text-small text-muted">
      {itemTypes[type].beginsAs === 'draft'
        ? 'It begins as a draft. The editor publishes it and sends it.'
        : 'It is published at once. The editor can make it a draft again.'}
      {isCreatedType(type) && (
        <>
          {' '}
          Or{' '}
          <a className="underline underline-offset-2 hover:text-ink" href={writeAddress(type)}>
            write on a blank page
          </a>
          .
        </>
      )}
    </p>
  )
}
