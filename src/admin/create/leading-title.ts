/**
 * The text without its first line, when that repeats the title; null otherwise. The line may be a
 * heading, in either Markdown notation.
 */
export function withoutLeadingTitle(markdown: string, title: string): string | null {
  const text = markdown.trimStart()
  const match = /^([^\n]+)\n(?:[=-]{2,}[ \t]*\n)?[ \t]*(?:\n|$)/.exec(`${text.trimEnd()}\n`)
  if (!match || title.trim() === '') return null
  const rest = text.slice(match[0].length).replace(/^\n+/, '')
  return rest.trim() !== '' && bare(match[1] ?? '') === bare(title) ? rest : null
}

/** A line without markup, outer spaces and final dot. */
function bare(line: string): string {
  return line
    .replace(/^#{1,6}\s+/, '')
    .trimEnd()
    .replace(/(?<!\s)\s+#+$/, '')
    .replace(/[*_`]/g, '')
    .trim()
    .replace(/[.:]$/, '')
    .toLowerCase()
}
