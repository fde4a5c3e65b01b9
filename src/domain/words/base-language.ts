/** The language of a tag without its region: `de` for `de-AT`. */
export function baseOf(tag: string): string {
  return (tag.split('-')[0] ?? '').toLowerCase()
}
