const blockMark = /^(?:#{1,6} |[-*+] |\d{1,9}[.)] |> |```|~~~|\|.*\||(?:-{3,}|\*{3,}|_{3,})[ \t]*$|\[[^[\]\n]+\]: )/m
const inlineMark = /\*\*[^\s*][^*]*\*\*|\[[^[\]\n]+\]\([^[\s)]+\)|`[^`\n]+`|<(?:u|mark)[ >]/

/**
 * Pasted plain text as Markdown: unchanged when it contains Markdown. Otherwise line breaks are preserved, and
 * characters with a meaning in Markdown are escaped.
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
  const escaped = line.trim().replace(/\S+/g, (word) => {
    // Addresses become links without markup; escapes would break them.
    const address = word.search(/https?:\/\/|www\./)
    const end = address < 0 ? word.length : address
    return word.slice(0, end).replace(/[\\*_`[\]<&]/g, '\\$&') + word.slice(end)
  })
  return escaped.replace(/^([-+=#>~])/, '\\$1')
}
