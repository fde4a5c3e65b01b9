import { type LinkTarget, linkKindName } from '#domain/link-targets.ts'

/** The id of a choice, for `aria-activedescendant`. */
export const choiceId = (list: string, index: number) => `${list}-${index}`

const quiet = 'text-13 text-muted group-aria-selected:text-paper'

/** The choices of a combobox for links. The focus stays in the field, which handles the keys. */
export function LinkChoices({
  id,
  targets,
  active,
  onChoose,
}: {
  id: string
  targets: ReadonlyArray<LinkTarget>
  active: number
  onChoose: (target: LinkTarget) => void
}) {
  return (
    <div
      role="listbox"
      id={id}
      aria-label="Pages of this site"
      tabIndex={-1}
      className="max-h-72 overflow-y-auto"
    >
      {targets.map((target, index) => (
        <div
          key={target.url}
          id={choiceId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className="group flex cursor-pointer items-baseline gap-4 rounded px-2.5 py-1.5 text-15 aria-selected:bg-ink aria-selected:text-paper pointer-coarse:py-3"
          onMouseDown={(event) => {
            event.preventDefault()
            onChoose(target)
          }}
        >
          <span className="min-w-0 flex-1 truncate">
            <bdi>{target.title}</bdi>
            {target.page && <span className={quiet}> in {target.page}</span>}
          </span>
          <span className={`flex-none ${quiet}`}>
            {target.status !== 'published' &&
              `${target.status === 'draft' ? 'Draft' : 'Scheduled'} · `}
            {linkKindName(target.kind)}
          </span>
        </div>
      ))}
    </div>
  )
}
