import type { ContentProblem } from '#domain/content.ts'
import { type ProblemGrouping, type Problems, problemsPerPage } from '#domain/dashboard.ts'

type Place = Problems['groups'][number]['problems'][number]['item']

/**
 * What is wrong, without what differs from file to file: texts in quotation marks and numbers.
 * Apostrophes within words are no quotation marks.
 */
export function kindOf(message: string): string {
  return message.replace(/(?<!\p{L})'[^']*'(?!\p{L})|“[^“”]*”|"[^"]*"|`[^`]*`|\d+/gu, '…')
}

/**
 * One page of the problems, faults before warnings. Kinds are sorted by their size, files by their
 * path.
 */
export function problemPage(
  problems: ReadonlyArray<ContentProblem>,
  { by, page }: { by: ProblemGrouping; page: number },
  itemOf: (path: string) => Place,
): Problems {
  const faults = problems.filter(({ level }) => level === undefined)
  const warnings = problems.filter(({ level }) => level !== undefined)
  const groups = [...groupsOf(faults, by), ...groupsOf(warnings, by)]
  const pages = Math.max(1, Math.ceil(problems.length / problemsPerPage))
  const shown = Math.min(page, pages)
  const start = (shown - 1) * problemsPerPage
  let at = 0
  return {
    counts: { faults: faults.length, warnings: warnings.length },
    page: shown,
    pages,
    groups: groups.flatMap(({ name, all }) => {
      const here = all.slice(Math.max(0, start - at), Math.max(0, start + problemsPerPage - at))
      at += all.length
      const problems = here.map((problem) => ({ ...problem, item: itemOf(problem.path) }))
      return here.length === 0 ? [] : [{ name, count: all.length, problems }]
    }),
  }
}

function groupsOf(problems: ReadonlyArray<ContentProblem>, by: ProblemGrouping) {
  const groups = new Map<string, Array<ContentProblem>>()
  for (const problem of problems) {
    const name = by === 'file' ? problem.path : kindOf(problem.message)
    const group = groups.get(name)
    if (group) group.push(problem)
    else groups.set(name, [problem])
  }
  const all = [...groups].map(([name, all]) => ({ name, all }))
  return by === 'file' ? all : all.sort((one, other) => other.all.length - one.all.length)
}
