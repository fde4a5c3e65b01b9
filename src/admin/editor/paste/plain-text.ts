const blockMark = /^(?:#{1,6} |[-*+] |\d{1,9}[.)] |> |```|~~~|\|.*\||(?:-{3,}|\*{3,}|_{3,})[ \t]*$|\[[^\]]+\]: )/m
const inlineMark = /\*\*[^\s*][^*]*\*\*|\[[^\]\n]+\]\([^)\s]+\)|`[^`\n]+`|<(?:u|mark)[ >]/

/**
 * Pasted plain text as Markdown: as it is when it has the marks of Markdown. Otherwise its lines stay lines, and signs that would mean something
 * are escaped.
 */
export function markdownOfPlainText(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').trim()
  if (blockMark.test(lines) || inlineMark.test(lines)) return lines
  return lines
    .split(/\n[ \t]*\n+/)
    .map((paragraph) => paragraph.split('\n').map(literal).join('\\\n'))
    .join('\n\n')
}

function literal(line: string): string {
  const escaped = line
    .trim()
    .replace(/[\\*_`[\]<&]/g, (sign, at: number) => (isInAddress(line.trim(), at) ? sign : `\\${sign}`))
  return escaped.replace(/^([-+=#>~])/, '\\$1')
}

/** Addresses are links by themselves and would be broken by escapes. */
function isInAddress(line: string, at: number): boolean {
  return /(?:https?:\/\/|www\.)\S*$/.test(line.slice(0, at))
}
