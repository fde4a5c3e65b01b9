/** Tags with the primary keyword among them: one that is missing comes first (specification, section 4). */
export function withPrimaryKeyword(tags: ReadonlyArray<string>, keyword: string): Array<string> {
  if (keyword === '' || tags.some((tag) => sameTag(tag, keyword))) return [...tags]
  return [keyword, ...tags]
}

/** The primary keyword after the tags were changed: without its tag it is none (empty). */
export function keywordAfterTags(tags: ReadonlyArray<string>, keyword: string): string {
  return tags.some((tag) => sameTag(tag, keyword)) ? keyword : ''
}

/** Tags do not differ by capital letters. */
export function sameTag(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}
