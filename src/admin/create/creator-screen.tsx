import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contentKeys, loadItem } from '../../api/admin-content.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { useProfile } from '../../ui/site-profile.tsx'
import { blankState, type CreatedType, emptyState, inputKind } from '../editing/creator-state.ts'
import { waitingAddressOf } from '../editing/waiting-creator.ts'
import { Loading } from '../shell/loaded.tsx'
import { useLocal } from '../shell/local-provider.tsx'
import { useAddress, useNavigate } from '../shell/navigation.tsx'
import { Screen } from '../shell/screen.tsx'
import { useSiteFacts } from '../shell/site-facts.ts'
import { Creator } from './creator.tsx'
import { openProposal } from './open-proposal.ts'
import { type CreatorAddress, creatorAddress } from './proposed-item.ts'
import { useCreatorDraft, useWaitingCreator } from './use-creator-draft.ts'

/** `/admin/create-content` (specification, section 2 'Content creator'). */
export function CreatorScreen() {
  const { search } = useAddress()
  const [address] = useState(() => creatorAddress(search))
  if (address.kind === 'create')
    return <NewCreator type={address.type} write={address.write} wanted={address.draft} />
  if (address.kind === 'waiting') return <WaitingCreator creation={address.key} />
  return <EditedCreator address={address} />
}

/** A new item, or an unfinished one that this browser has stored. */
function NewCreator({
  type,
  write,
  wanted,
}: {
  type: CreatedType
  write: boolean
  wanted: string | null
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
    />
  )
}

/** An item whose creation waits in the queue; a save is queued behind its creation. */
function WaitingCreator({ creation }: { creation: string }) {
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
function EditedCreator({ address }: { address: Extract<CreatorAddress, { kind: 'edit' }> }) {
  const { timeZone } = useSiteFacts()
  const site = useProfile()
  const { drafts, outbox, pictures } = useLocal()
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
        storedInput: (type, id) => drafts.latest(inputKind, `${type}/${id}`).then(withAddresses),
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
      />
    )
  return (
    <Screen title="Edit Content" current="Create Content">
      <Loading query={{ error, refetch }} name="content" />
    </Screen>
  )
}
