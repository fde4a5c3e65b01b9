import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type ContentType, contentTypes } from '#domain/content.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { typeTitle } from '../editing/title-and-slug.ts'
import { useLoadedItem } from '../editing/use-loaded-item.ts'
import { Loading } from '../shell/loaded.tsx'
import { useLocal } from '../shell/local-provider.tsx'
import { manageAddress, useAddress } from '../shell/navigation.tsx'
import { Screen } from '../shell/screen.tsx'
import { DraftEditor } from './draft-editor.tsx'

const crumbs = [
  { label: 'Admin', href: '/admin' },
  { label: 'Manage Content', href: manageAddress },
]

/** `/admin/draft-editor?id={id}&type={type}` (specification, section 2). */
export function DraftEditorScreen() {
  const { search } = useAddress()
  const type = contentTypes.find((known) => known === search.type)
  const id = /^\d{1,15}$/.test(search.id ?? '') ? Number(search.id) : null
  const title = typeTitle(search.type ?? null)
  if (type && id !== null) return <LoadedEditor type={type} id={id} title={title} />
  const missing = !search.id || !search.type
  return (
    <Plain title={title}>
      <ErrorPanel
        title={missing ? 'Missing content ID or type' : 'There is no such content'}
        message={
          missing
            ? 'The address of this page must name what is to be edited. Open it from the list of all content.'
            : 'The address names something that this site does not have. Open it from the list of all content.'
        }
      />
    </Plain>
  )
}

function LoadedEditor({ type, id, title }: { type: ContentType; id: number; title: string }) {
  const { loaded, initial, gone, error, refetch } = useLoadedItem(type, id)
  if (initial && loaded)
    return (
      <DraftEditor
        type={type}
        loaded={loaded}
        stored={initial.draft}
        queued={initial.queued}
        gone={gone}
        title={title}
        crumbs={crumbs}
      />
    )
  return (
    <Plain title={title}>
      {gone ? (
        <GoneItem type={type} id={id} />
      ) : (
        <Loading query={{ error, refetch }} name="content" />
      )}
    </Plain>
  )
}

/**
 * An item that was deleted or never existed. When this browser has text of it, the panel says so
 * and where it is.
 */
function GoneItem({ type, id }: { type: ContentType; id: number }) {
  const { drafts } = useLocal()
  const [isKept, setKept] = useState(false)
  useEffect(() => {
    void drafts.latest(type, String(id)).then((draft) => setKept(draft !== null))
  }, [drafts, type, id])
  return (
    <ErrorPanel
      title="This content does not exist"
      message={
        <>
          It may have been deleted. Deleted content can be restored from the list of all content.
          {isKept && (
            <>
              {' '}
              What you typed is still in this browser: restore the content under{' '}
              <a href={`${manageAddress}?type=${type}&show=deleted`}>Recently deleted</a> to go on
              with it, or download it under <a href="/admin/device">On This Device</a>.
            </>
          )}
        </>
      }
    />
  )
}

function Plain({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Screen
      title={title}
      crumbs={crumbs}
      actions={
        <LinkButton href={manageAddress} icon={<ArrowLeft />}>
          Back to Content
        </LinkButton>
      }
    >
      {children}
    </Screen>
  )
}
