/**
 * Returns a function that tells whether every word of a query occurs in the name of a picture or in
 * the titles of items that use it, in any case.
 */
export function pictureMatcher(
  q: string | undefined,
): (picture: { path: string; usedBy: ReadonlyArray<{ title: string }> }) => boolean {
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return ({ path, usedBy }) => {
    const text = [path, ...usedBy.map(({ title }) => title)].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  }
}
