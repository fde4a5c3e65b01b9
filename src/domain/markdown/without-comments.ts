/**
 * Markdown with a space for each comment. Without a pattern, which would take quadratic time on a
 * text with many unclosed comments.
 */
export function withoutComments(markdown: string): string {
  let shown = ''
  let from = 0
  for (;;) {
    const start = markdown.indexOf('<!--', from)
    const end = start < 0 ? -1 : markdown.indexOf('-->', start + 4)
    if (end < 0) return shown + markdown.slice(from)
    shown += `${markdown.slice(from, start)} `
    from = end + 3
  }
}
