import { Download, MoreHorizontal, Trash2, X } from 'lucide-react'
import type { ContentType } from '#domain/content.ts'
import { groupedNumber } from '#domain/count-words.ts'
import { itemTypes } from '#domain/item/types.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { ActionButton, useAction } from '../shell/use-action.tsx'
import { type BulkAction, bulkActions } from './bulk-actions.ts'
import { exportItems } from './export-items.ts'

/** What the menu of the bar offers, in its order. */
const offered = ['publish', 'unpublish', 'schedule', 'category', 'tags', 'author'] as const

/** What can be done with the chosen items, at the bottom of the window. */
export function BulkBar({
  type,
  selected,
  total,
  onSelectAll,
  onAction,
  onClear,
}: {
  type: ContentType
  selected: ReadonlySet<number>
  /** All items that the list has. */
  total: number
  onSelectAll: () => void
  onAction: (action: BulkAction) => void
  onClear: () => void
}) {
  const count = selected.size
  const exporting = useAction(() => exportItems(type, selected), { failed: 'The export failed' })
  const actions = offered.filter(
    (action) => action !== 'category' || itemTypes[type].categories !== null,
  )
  return (
    <section
      aria-label="Chosen items"
      className="sticky bottom-2 z-10 mt-3 flex flex-wrap items-center gap-2 p-2.5 border-2
        border-ink rounded-card bg-surface shadow-lg"
      data-part="bulk-bar"
    >
      <IconButton label="Clear selection" icon={<X />} onClick={onClear} />
      <p className="me-auto text-small font-semibold" role="status">
        {`${groupedNumber(count)} selected`}
      </p>
      {count < total && (
        <Button size="sm" variant="ghost" onClick={onSelectAll}>
          {`Select all ${groupedNumber(total)} found`}
        </Button>
      )}
      <Menu
        trigger={
          <Button size="sm" icon={<MoreHorizontal />}>
            Change
          </Button>
        }
        items={actions.map((action) => ({
          label: `${bulkActions[action].title}...`,
          onSelect: () => onAction(action),
        }))}
      />
      <ActionButton
        action={exporting}
        size="sm"
        icon={<Download />}
        title="Their files, with pictures and sounds, as a zip archive"
        pendingText="Exporting..."
      >
        Export
      </ActionButton>
      <Button size="sm" variant="danger" icon={<Trash2 />} onClick={() => onAction('delete')}>
        Delete
      </Button>
    </section>
  )
}
