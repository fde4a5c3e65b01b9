import { CircleAlert, CircleCheck, CircleDot } from 'lucide-react'
import type { Finding } from '#domain/seo/finding.ts'

const looks = {
  problem: { icon: CircleAlert, label: 'Problem' },
  improve: { icon: CircleDot, label: 'Can be better' },
  good: { icon: CircleCheck, label: 'Good' },
} as const

/** The findings about an item with reasons and actions; good ones are collapsed below. */
export function FindingList({ findings }: { findings: ReadonlyArray<Finding> }) {
  const open = findings.filter(({ level }) => level !== 'good')
  const good = findings.filter(({ level }) => level === 'good')
  return (
    <div>
      <h3 className="font-semibold">What to do</h3>
      {open.length === 0 ? (
        <p className="mt-1 text-muted">Nothing: title, text and description fit together.</p>
      ) : (
        <ul className="mt-3 grid gap-4">{open.map(row)}</ul>
      )}
      {good.length > 0 && (
        <details className="mt-4">
          <summary className="seo-more">What is fine ({good.length})</summary>
          <ul className="mt-3 grid gap-4">{good.map(row)}</ul>
        </details>
      )}
    </div>
  )
}

function row({ level, what, why, todo }: Finding) {
  const { icon: Icon, label } = looks[level]
  return (
    <li
      key={what}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 [&>svg]:mt-0.5 data-[level=problem]:[&>svg]:text-danger data-[level=improve]:[&>svg]:text-finding-fair data-[level=good]:[&>svg]:text-finding-good"
      data-level={level}
    >
      <Icon className="size-5" aria-label={label} role="img" />
      <div>
        <p className="font-semibold">{what}</p>
        <p className="text-muted">{why}</p>
        {level !== 'good' && <p className="mt-0.5">{todo}</p>}
      </div>
    </li>
  )
}
