export type Mark = 'strong' | 'emphasis' | 'delete' | 'underline' | 'highlight' | 'code'

/**
 * Text of a page with its formats. `href`: it is a link; `picture`: it stands for the picture at
 * this address.
 */
export interface Run {
  text: string
  marks: ReadonlyArray<Mark>
  href?: string
  picture?: string
}

/** A text that is equal for runs of equal format. */
export function formatKey({ marks, href = '', picture = '' }: Omit<Run, 'text'>): string {
  return `${[...marks].sort().join()} ${href} ${picture}`
}

/** The runs with neighbors of equal format as one; pictures stay single. */
export function joined(runs: ReadonlyArray<Run>): Array<Run> {
  const all: Array<Run> = []
  for (const run of runs) {
    const last = all.at(-1)
    if (last && run.picture === undefined && formatKey(last) === formatKey(run))
      all[all.length - 1] = { ...last, text: last.text + run.text }
    else if (run.text !== '' || run.picture !== undefined) all.push(run)
  }
  return all
}
