import { type LinkTarget, linkKindName } from '#domain/link-targets.ts'

const quiet = 'text-13 text-muted group-aria-selected:text-paper'

/** A page or heading in a list of choices. */
export const linkTargetText = ({ kind, title, page, status }: LinkTarget) => (
  <>
    <span className="min-w-0 flex-1 truncate">
      <bdi>{title}</bdi>
      {page && <span className={quiet}> in {page}</span>}
    </span>
    <span className={`flex-none ${quiet}`}>
      {status !== 'published' && `${status === 'draft' ? 'Draft' : 'Scheduled'} · `}
      {linkKindName(kind)}
    </span>
  </>
)
