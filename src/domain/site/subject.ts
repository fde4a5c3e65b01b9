/** What a site is about: making music with Live, as it came, or another subject. */
export const subjects = ['default', 'own'] as const
export type Subject = (typeof subjects)[number]

/**
 * What a site with these settings is about. A site that lists categories is about another subject,
 * unless it says otherwise.
 */
export function subjectOf({
  subject,
  categories,
}: {
  subject?: unknown
  categories?: unknown
}): Subject {
  return subjects.find((one) => one === subject) ?? (categories === undefined ? 'default' : 'own')
}
