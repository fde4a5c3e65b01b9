/** The page number in the query of an address; null when it is invalid. */
export function pageNumber(search: Readonly<Record<string, string>>): number | null {
  const text = search.page
  if (text === undefined) return 1
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null
}
