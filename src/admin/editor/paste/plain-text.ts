import { hasBullet, withMarkdownBullet } from '#domain/bullets.ts'
import { keepLineBreaks } from './keep-line-breaks.ts'

const blockMark =
  /^[ \t]*(?:#{1,6} |[-*+] |\d{1,9}[.)] |> |```|~~~|\|.*\||(?:-{3,}|\*{3,}|_{3,})[ \t]*$|\[[^[\]\n]+\]: )/m
const inlineMark = /\*\*[^\s*][^*]*\*\*|\[[^[\]\n]+\]\([^[\s)]+\)|`[^`\n]+`|<(?:u|mark)[ >]/

/**
 * Pasted plain text as Markdown. A text with marks of Markdown, or with bullets of other programs, is read as Markdown;
 * of any other, characters with a meaning in Markdown are escaped. Line breaks are kept in both, except where
 * Markdown is wrapped at the width of its lines.
 */
export function markdownOfPlainText(text: string): string {
  const lines = withoutIndent(
    text
      .replace(/\r\n?/g, '\n')
      .trimEnd()
      .replace(/^(?:[^\S\n]*\n)+/, ''),
  )
  if (lines.some(hasBullet) || blockMark.test(lines.join('\n')) || inlineMark.test(lines.join('\n')))
    return keepLineBreaks(lines.map(withMarkdownBullet).join('\n'))
  return lines
    .join('\n')
    .split(/\n[ \t]*\n+/)
    .map((paragraph) => paragraph.split('\n').map(literal).join('\\\n'))
    .join('\n\n')
}

/** The lines without the indent that all of them have: it would make code of them. */
function withoutIndent(text: string): Array<string> {
  const lines = text.split('\n')
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/))
  const indent = Math.min(...indents)
  return lines.map((line) => line.slice(Math.min(indent, line.length)))
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
