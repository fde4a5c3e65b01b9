/** The message when an issue without a text is published or sent (rulings, section 9). */
export const emptyIssue = 'This issue has no text yet. Write it before it is published or sent.'

/** Whether an issue has a text, in its body or in one of its articles. */
export function hasIssueText(issue: {
  markdown: string
  articles?: ReadonlyArray<{ content?: string | undefined }> | null | undefined
}): boolean {
  return (
    issue.markdown.trim() !== '' ||
    (issue.articles ?? []).some(({ content = '' }) => content.trim() !== '')
  )
}
