/**
 * The address of a page that was a file on an old site: `/about/index.html` and `/about.html` are
 * `/about`.
 */
export function pageOfFile(path: string): string {
  return path.replace(/(?:\/index)?\.(?:html?|php|aspx?)$/i, '') || '/'
}
