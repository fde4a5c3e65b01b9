/** Address of a download, percent-encoded. */
export function downloadAddress(slug: string): string {
  return `/downloads/${encodeURIComponent(slug)}`
}
