/** A text in a fence that it does not contain. */
export function fenced(text: string, language = ''): string {
  const fence = backticks(text, 3)
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`
}

/** A text as code within a line. */
export function codeSpan(text: string): string {
  const marks = backticks(text, 1)
  const gap = marks === '`' ? '' : ' '
  return marks + gap + text.replaceAll('\n', ' ') + gap + marks
}

/** A run of backticks that is longer than each run in the text. */
function backticks(text: string, least: number): string {
  const runs = text.match(/`+/g) ?? []
  return '`'.repeat(Math.max(least, ...runs.map((run) => run.length + 1)))
}
