/**
 * A text without its first line, when that only says the title, which the page shows above the text anyway; null when it says something else. The line
 * may be a heading, in either way that Markdown writes them.
 */
export function withoutLeadingTitle(markdown: string, title: string): string | null {
  const text = markdown.trimStart()
  const match = /^([^\n]+)\n(?:[=-]{2,}[ \t]*\n)?[ \t]*(?:\n|$)/.exec(`${text.trimEnd()}\n`)
  if (!match || title.trim() === '') return null
  const rest = text.slice(match[0].length).replace(/^\n+/, '')
  return rest.trim() !== '' && bare(match[1] ?? '') === bare(title) ? rest : null
}

/** What is said, without marks, spaces at the ends and the point at the end. */
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
