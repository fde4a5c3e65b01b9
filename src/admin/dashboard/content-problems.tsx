import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { counted, groupedNumber } from '#domain/count-words.ts'
import { type ProblemGrouping, type Problems, problemsPerPage } from '#domain/dashboard.ts'
import { editorPath } from '#domain/editor-path.ts'
import { callQuery } from '../../api/admin-call.ts'
import { Badge } from '../../ui/badge.tsx'
import { ChoiceBar } from '../../ui/choice-bar.tsx'
import { Paging } from '../../ui/paging.tsx'
import { PartCard } from './part-card.tsx'

type Group = Problems['groups'][number]
type Problem = Group['problems'][number]

const groupings = [
  { value: 'kind', label: 'By kind' },
  { value: 'file', label: 'By file' },
] as const

/**
 * Faults and warnings of content files in groups, a page at a time: file, line, reason, and a link
 * to the editor when the file can be read.
 */
export function ContentProblems() {
  const [{ by, page }, setView] = useState<{ by: ProblemGrouping; page: number }>({
    by: 'kind',
    page: 1,
  })
  const list = useRef<HTMLDivElement>(null)
  const problems = useQuery({
    ...callQuery('GET /api/dashboard/problems', { query: { by, page } }),
    placeholderData: keepPreviousData,
  })
  const turn = (to: number) => {
    setView({ by, page: to })
    list.current?.focus({ preventScroll: true })
    list.current?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <PartCard
      title="Content problems"
      query={problems}
      name="content problems"
      actions={problems.data && <Counts {...problems.data.counts} />}
    >
      {({ counts, groups, page, pages }) => {
        const total = counts.faults + counts.warnings
        const shown = groups.reduce((sum, group) => sum + group.problems.length, 0)
        return (
          <div
            ref={list}
            tabIndex={-1}
            className="outline-none aria-busy:opacity-60"
            aria-busy={problems.isPlaceholderData}
          >
            <p className="text-muted">{meaning(counts)}</p>
            {total > 0 && (
              <div className="mt-3">
                <ChoiceBar
                  label="Group the problems"
                  choices={groupings}
                  value={by}
                  onChange={(by) => setView({ by, page: 1 })}
                />
              </div>
            )}
            {groups.map((group) => (
              <ProblemGroup key={`${group.problems[0]?.level} ${group.name}`} {...group} />
            ))}
            {pages > 1 && (
              <Paging
                label="Pages of problems"
                from={(page - 1) * problemsPerPage + 1}
                shown={shown}
                total={total}
                back={{ label: 'Previous', go: page > 1 ? () => turn(page - 1) : null }}
                forward={{ label: 'Next', go: page < pages ? () => turn(page + 1) : null }}
              />
            )}
          </div>
        )
      }}
    </PartCard>
  )
}

/** What the problems mean for the site. */
function meaning({ faults, warnings }: Problems['counts']): string {
  const lost =
    "A file that can't be read is left out of the site. Somebody with a clone of the repository can repair and commit it."
  const odd =
    'Files with a warning are shown, but not exactly as they are written, or with links that lead nowhere.'
  if (faults > 0) return warnings > 0 ? `${lost} ${odd}` : lost
  return warnings > 0 ? `Every content file can be read. ${odd}` : 'Every content file can be read.'
}

function Counts({ faults, warnings }: Problems['counts']) {
  if (faults + warnings === 0) return <Badge tone="ok">None</Badge>
  return (
    <>
      {faults > 0 && <Badge tone="danger">{counted(faults, 'fault', 'faults')}</Badge>}
      {warnings > 0 && <Badge tone="warn">{counted(warnings, 'warning', 'warnings')}</Badge>}
    </>
  )
}

function ProblemGroup({ name, count, problems }: Group) {
  const isFault = problems[0]?.level === undefined
  return (
    <section className="mt-4" aria-label={name}>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="text-15 wrap-anywhere">{name}</h3>
        <span className="text-small text-muted">
          {isFault ? counted(count, 'fault', 'faults') : counted(count, 'warning', 'warnings')}
          {problems.length < count && `, ${groupedNumber(problems.length)} here`}
        </span>
      </div>
      <ul className="file-list">
        {problems.map((problem) => (
          <ProblemRow
            key={`${problem.path} ${problem.line} ${problem.message}`}
            group={name}
            {...problem}
          />
        ))}
      </ul>
    </section>
  )
}

/** A problem without what the name of its group says already. */
function ProblemRow({ path, line, message, item, group }: Problem & { group: string }) {
  return (
    <li>
      {path === group ? (
        <span className="text-muted">Line {line}</span>
      ) : (
        <code>
          {path}:{line}
        </code>
      )}
      {message !== group && <span>{message}</span>}
      {item && (
        <a href={editorPath(item)} aria-label={`Open in Editor: ${path}`}>
          Open in Editor
        </a>
      )}
    </li>
  )
}
