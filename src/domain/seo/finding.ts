/** One result of the analysis: what was found, why it matters and what to do. */
export interface Finding {
  /** `good` needs no action, `improve` is a recommendation, `problem` harms the ranking. */
  level: 'good' | 'improve' | 'problem'
  what: string
  why: string
  todo: string
}

export function finding(level: Finding['level'], what: string, why: string, todo: string): Finding {
  return { level, what, why, todo }
}

export const good = (what: string, why: string): Finding =>
  finding('good', what, why, 'Nothing to do.')

/** The fields that are judged; a field that the type lacks is undefined. */
export interface SeoItem {
  title: string
  content: string
  excerpt?: string | undefined
  metaDescription?: string | undefined
  slug?: string | undefined
  primaryKeyword?: string | null | undefined
  /** The origin of the site, for links that name it. */
  origin?: string | undefined
}
