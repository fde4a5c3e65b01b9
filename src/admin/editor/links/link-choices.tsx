import { type LinkTarget, linkKindNames } from '#domain/link-targets.ts'

/** The id of a choice, for `aria-activedescendant`. */
export const choiceId = (list: string, index: number) => `${list}-${index}`

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
    <div role="listbox" id={id} aria-label="Pages of this site" tabIndex={-1} className="link-choices">
      {targets.map((target, index) => (
        <div
          key={target.url}
          id={choiceId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className="link-choice"
          onMouseDown={(event) => {
            event.preventDefault()
            onChoose(target)
          }}
        >
          <span className="min-w-0 flex-1 truncate">
            {target.title}
            {target.page && <span className="link-choice-page"> in {target.page}</span>}
          </span>
          <span className="link-choice-kind">
            {target.status !== 'published' && `${target.status === 'draft' ? 'Draft' : 'Scheduled'} · `}
            {linkKindNames[target.kind]}
          </span>
        </div>
      ))}
    </div>
  )
}
