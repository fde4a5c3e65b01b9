/** What publishing or sending an issue without a text is refused with (rulings, section 9). */
export const emptyIssue = 'This issue has no text yet. Write it before it is published or sent.'

/** Whether an issue says anything: in its own text or in one of its articles. */
export function saysSomething(issue: {
  markdown: string
  articles?: ReadonlyArray<{ content?: string | undefined }> | null | undefined
}): boolean {
  return issue.markdown.trim() !== '' || (issue.articles ?? []).some(({ content = '' }) => content.trim() !== '')
}
