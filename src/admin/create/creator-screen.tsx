import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contentKeys, loadItem } from '../../api/admin-content.ts'
import { messageOf } from '../../api/refusal.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { useProfile } from '../../ui/site-profile.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { blankState, type CreatedType, emptyState } from '../editing/creator-state.ts'
import { waitingAddressOf } from '../editing/waiting-creator.ts'
import type { RenderPreview } from '../editor/preview/preview-dialog.tsx'
import { useLocal } from '../shell/local-provider.tsx'
import { useAddress, useNavigate } from '../shell/navigation.tsx'
import { Screen } from '../shell/screen.tsx'
import { useSiteFacts } from '../shell/site-facts.ts'
import { Creator } from './creator.tsx'
import { openProposal } from './open-proposal.ts'
import { type CreatorAddress, creatorAddress } from './proposed-item.ts'
import { useCreatorDraft, useWaitingCreator } from './use-creator-draft.ts'
import { readStoredInput } from './use-stored-input.ts'

/** `/admin/create-content` (specification, section 2 'Content creator'). */
export function CreatorScreen({ renderPreview }: { renderPreview: RenderPreview }) {
  const { search } = useAddress()
  const [address] = useState(() => creatorAddress(search))
  if (address.kind === 'create')
    return (
      <NewCreator
        type={address.type}
        write={address.write}
        wanted={address.draft}
        renderPreview={renderPreview}
      />
    )
  if (address.kind === 'waiting')
    return <WaitingCreator creation={address.key} renderPreview={renderPreview} />
  return <EditedCreator address={address} renderPreview={renderPreview} />
}

/** A new item, or an unfinished one that this browser has stored. */
function NewCreator({
  type,
  write,
  wanted,
  renderPreview,
}: {
  type: CreatedType
  write: boolean
  wanted: string | null
  renderPreview: RenderPreview
}) {
  const { begun, fresh, begin } = useCreatorDraft(wanted, write)
  const profile = useProfile()
  if (!begun) return null
  return (
    <Creator
      key={begun.name}
      start={begun.draft?.values ?? (write ? blankState(type, profile) : emptyState(type))}
      item={null}
      draft={null}
      begun={begun}
      note={null}
      onFresh={fresh}
      onRestore={begin}
      onElsewhere={() => {
        fresh()
        void showToast({
          title: 'Finished in another tab',
          description: 'It was saved or discarded there.',
        })
      }}
      renderPreview={renderPreview}
    />
  )
}

/** An item whose creation waits in the queue; a save is queued behind its creation. */
function WaitingCreator({
  creation,
  renderPreview,
}: {
  creation: string
  renderPreview: RenderPreview
}) {
  const { found, look } = useWaitingCreator(creation)
  const { outbox } = useLocal()
  const navigate = useNavigate()
  if (!found) return null
  const again = () => void navigate('/admin/create-content')
  if (found.start)
    return (
      <Creator
        key={found.times}
        start={found.start}
        item={null}
        draft={null}
        begun={found.begun}
        note={null}
        onFresh={again}
        onRestore={() => void navigate(waitingAddressOf(creation))}
        onElsewhere={look}
        renderPreview={renderPreview}
      />
    )
  const made = outbox.madeOf(creation)
  return (
    <Screen title="Edit Content" current="Create Content">
      <EmptyState
        title={
          made?.kind === 'item'
            ? 'This is saved by now.'
            : 'This does not wait on this device any more.'
        }
        action={
          made?.kind === 'item' ? (
            <LinkButton href={`/admin/draft-editor?id=${made.id}&type=${made.type}`}>
              Open in Editor
            </LinkButton>
          ) : (
            <LinkButton href="/admin/device">Show what waits</LinkButton>
          )
        }
      />
    </Screen>
  )
}

/** Edit mode: the present item with the changes that the address proposes. */
function EditedCreator({
  address,
  renderPreview,
}: {
  address: Extract<CreatorAddress, { kind: 'edit' }>
  renderPreview: RenderPreview
}) {
  const { timeZone } = useSiteFacts()
  const site = useProfile()
  const local = useLocal()
  const { drafts, outbox, pictures } = local
  const queries = useQueryClient()
  const withAddresses = async <Value,>(value: Value): Promise<Value> => {
    await outbox.ready
    return pictures.withAddresses(value)
  }
  const { data, error, refetch } = useQuery({
    queryKey: ['/admin/create-content', address.type, address.proposed],
    queryFn: () =>
      openProposal(address, {
        timeZone,
        site,
        read: (type, id) =>
          queries.fetchQuery({
            queryKey: contentKeys.item(type, id),
            queryFn: () => loadItem(type, id),
            staleTime: 0,
          }),
        latestDraft: (type, id) => drafts.latest(type, String(id)).then(withAddresses),
        storedInput: (type, id) => readStoredInput(local, `${type}/${id}`).then(withAddresses),
      }),
    gcTime: 0,
  })
  if (data)
    return (
      <Creator
        {...data}
        begun={null}
        onFresh={() => undefined}
        onRestore={() => undefined}
        onElsewhere={() => undefined}
        renderPreview={renderPreview}
      />
    )
  return (
    <Screen title="Edit Content" current="Create Content">
      {error ? (
        <ErrorPanel
          title="The content could not be loaded"
          message={messageOf(error)}
          retry={() => refetch()}
        />
      ) : (
        <Spinner label="Loading content..." />
      )}
    </Screen>
  )
}
