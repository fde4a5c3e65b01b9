import { Plus, Trash2 } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { type ContentType, contentTypes } from '#domain/content.ts'
import { itemTypes } from '#domain/item/types.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { later } from '../../ui/loaded-code.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { usePreload } from '../../ui/use-preload.ts'
import { Screen } from '../shell/screen.tsx'
import { useSiteFacts } from '../shell/site-facts.ts'
import { useAddressView } from '../shell/use-address-view.ts'
import { ItemPanel } from './item-panel.tsx'
import type { ManagedItem } from './item-queries.ts'
import { type ListView, listChoices, type Sort, sortOptions } from './list-address.ts'
import { ListFilters } from './list-filters.tsx'
import { storePosition } from './list-place.ts'

// The dialogs are most of the screen's code; the list does not wait for them.
const createDialog = () => import('./create-dialog.tsx')
const editDialog = () => import('./edit-dialog.tsx')
const deleteDialog = () => import('./delete-dialog.tsx')
const dialogs = [createDialog, editDialog, deleteDialog]
const CreateDialog = later(async () => (await createDialog()).CreateDialog)
const EditDialog = later(async () => (await editDialog()).EditDialog)
const DeleteDialog = later(async () => (await deleteDialog()).DeleteDialog)
const DeletedItems = later(
  async () => (await import('./deleted-items.tsx')).DeletedItems,
  <Spinner label="Loading content..." />,
)

/** Articles and newsletters come first (specification, section 2). */
const order = new Set<ContentType>(['articles', 'newsletters', ...contentTypes])
const tabs = [...order].map((type) => ({ id: type, label: itemTypes[type].title }))

type OpenDialog =
  | { kind: 'none' }
  | { kind: 'create' }
  | { kind: 'edit'; id: number }
  | { kind: 'delete'; item: ManagedItem }

/** The query without the parameters of dialogs. */
function withoutDialog(search: string): string {
  const query = new URLSearchParams(search)
  query.delete('edit')
  query.delete('create')
  const text = query.toString()
  return text && `?${text}`
}

/** The dialog in the query: `create`, or `edit` with an id. */
function dialogOf(search: string): OpenDialog {
  const query = new URLSearchParams(search)
  const id = Number(query.get('edit') ?? 0)
  if (Number.isSafeInteger(id) && id > 0) return { kind: 'edit', id }
  return query.has('create') ? { kind: 'create' } : { kind: 'none' }
}

/** `/admin/manage-content` (specification, section 2; rulings, sections 6 and 6b). */
export function ManageContentScreen() {
  const { timeZone } = useSiteFacts()
  const [view, changeView] = useAddressView<ListView>(listChoices, replaceAddress)
  const [dialog, setDialog] = useState<OpenDialog>(() => dialogOf(location.search))
  const list = useRef<HTMLDivElement>(null)
  usePreload(dialogs)
  const { type, show } = view
  const askToEdit = useCallback(({ id }: ManagedItem) => setDialog({ kind: 'edit', id }), [])
  const askToDelete = useCallback((item: ManagedItem) => setDialog({ kind: 'delete', item }), [])
  const close = () => {
    setDialog({ kind: 'none' })
    const address = withoutDialog(location.search)
    if (address !== location.search)
      history.replaceState(history.state, '', location.pathname + address)
  }

  const panel = (
    <div ref={list} tabIndex={-1} className="outline-none">
      {show === 'deleted' ? (
        <DeletedItems type={type} q={view.q} />
      ) : (
        <ItemPanel view={view} timeZone={timeZone} onEdit={askToEdit} onDelete={askToDelete} />
      )}
    </div>
  )

  return (
    <Screen title="Manage Content">
      <div className="grid grid-cols-1 gap-2.5 mb-3 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <SearchField value={view.q} onSearch={(q) => changeView({ q }, 'replace')} />
        <SelectField
          label="Sort by"
          hideLabel
          options={sortOptions}
          value={view.sort}
          onChange={({ target }) => changeView({ sort: target.value as Sort }, 'replace')}
          disabled={show === 'deleted'}
        />
      </div>
      {show === 'items' && (
        <ListFilters view={view} onChange={(filters) => changeView(filters, 'push')} />
      )}
      <div className="relative max-md:flex max-md:flex-col-reverse max-md:gap-3">
        <Tabs
          label="Content types"
          tabs={tabs.map(({ id, label }) => ({ id, label, panel: id === type && panel }))}
          value={type}
          onChange={(id) => {
            // Categories and tags of one type are not those of another.
            if (id !== type) changeView({ type: id as ContentType, category: '', tag: '' }, 'push')
          }}
        />
        <div
          className="flex flex-wrap gap-2 md:absolute md:-top-0.5 md:end-0 max-md:justify-between
            [&_.button[aria-pressed='true']]:bg-sunk [&_.button[aria-pressed='true']]:border-ink"
          data-part="manage-actions"
        >
          <Button
            variant="ghost"
            aria-pressed={show === 'deleted'}
            icon={<Trash2 />}
            onClick={() => changeView({ show: show === 'deleted' ? 'items' : 'deleted' }, 'push')}
          >
            Recently deleted
          </Button>
          <Button variant="primary" icon={<Plus />} onClick={() => setDialog({ kind: 'create' })}>
            Create
          </Button>
        </div>
      </div>
      {dialog.kind === 'create' && <CreateDialog type={type} onClose={close} />}
      {dialog.kind === 'edit' && <EditDialog type={type} id={dialog.id} onClose={close} />}
      {dialog.kind === 'delete' && (
        <DeleteDialog
          type={type}
          item={dialog.item}
          onDeleted={() => {
            close()
            // The focused button was removed with its card.
            list.current?.focus({ preventScroll: true })
          }}
          onClose={close}
        />
      )}
    </Screen>
  )
}

/** The position belongs to the list that the address names. */
function replaceAddress(address: string) {
  storePosition(address === location.pathname + location.search ? window.scrollY : 0, address)
}
