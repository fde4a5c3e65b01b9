import { Button, LinkButton } from '../../ui/button.tsx'
import { type FieldName, fieldNames } from '../item/item-form.ts'
import type { Side } from '../item/rebase.ts'
import type { Conflict } from '../item/save-problems.ts'

/** Somebody else has changed the same meanwhile: what they wrote, and the ways on. The text in the form stays as it is until one is chosen. */
export function ConflictNotice({
  conflict,
  editor,
  pending,
  onChoose,
}: {
  conflict: Conflict
  /** Address of the draft editor for this item. */
  editor: string
  pending: boolean
  onChoose: (side: Side) => void
}) {
  return (
    <section
      ref={(notice) => notice?.scrollIntoView({ block: 'nearest' })}
      className="notice notice-stacked mb-5"
      data-tone="warn"
      role="alert"
    >
      <p className="font-semibold">{conflict.message}</p>
      <p>Your text is still in the fields below. This is theirs:</p>
      <dl className="grid gap-2 max-h-56 overflow-auto" data-part="manage-theirs">
        {conflict.conflicts.map(({ key, theirs }) => (
          <div key={key}>
            <dt className="text-13 font-semibold">{fieldNames[key as FieldName] ?? key}</dt>
            <dd className="py-1.5 px-2 rounded-[3px] bg-surface whitespace-pre-wrap wrap-anywhere">{shown(theirs)}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" pending={pending} onClick={() => onChoose('mine')}>
          Keep mine
        </Button>
        <Button size="sm" pending={pending} onClick={() => onChoose('theirs')}>
          Reload theirs
        </Button>
        <LinkButton size="sm" href={editor} target="_blank" rel="noopener">
          Open in Editor
        </LinkButton>
      </div>
    </section>
  )
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(empty)'
  return Array.isArray(value) ? value.join(', ') : String(value)
}
