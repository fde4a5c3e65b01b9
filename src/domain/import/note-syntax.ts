import type { Complain } from './entry.ts'
import { outsideCode } from './references.ts'

interface NoteParts {
  complain: Complain
  /** The address and title of a note by its name in `[[…]]`; null when there is none. */
  note: (name: string) => { address: string; title: string } | null
}

const wiki = /(!?)\[\[([^[\]|#\n]{0,300})(?:#([^[\]|\n]{0,200}))?(?:\|([^[\]\n]{0,300}))?\]\]/g
const media =
  /\.(?:jpe?g|png|gif|webp|svg|avif|heic|bmp|mp3|m4a|aac|ogg|opus|flac|wav|mp4|webm|mov|pdf)$/i

/**
 * `[[Note|words]]`, `![[picture.png|300]]`, `![[Note]]`. In a table there is a backslash before the
 * line.
 */
export function wikiLinks(text: string, { note, complain }: NoteParts): string {
  return text.replace(
    wiki,
    (_whole: string, bang: string, target: string, part = '', words = '', offset: number) => {
      const name = withoutBackslash(target)
      // `^name` is the mark of a paragraph, which no reader sees.
      const heading = part.startsWith('^') ? '' : withoutBackslash(part)
      // A number is the size of a picture.
      const said = /^\s*\d+(?:\s*x\s*\d+)?\s*$/.test(words) ? '' : words.trim()
      if (bang && media.test(name)) return `![${said}](<${name}>)`
      const shown = said || [name, heading].filter(Boolean).join(' › ')
      if (name === '') return shown
      const found = note(name)
      if (found === null) {
        complain(`The note '${name}' is not part of the import; its words are kept`, offset)
        return shown
      }
      // A note that is shown within another one becomes a link, which may also stand in a table or
      // a list.
      const label = bang && said === '' ? found.title : shown
      return `[${label.replace(/[[\]]/g, '')}](${found.address})`
    },
  )
}

const withoutBackslash = (text: string) => text.replace(/\\$/, '').trim()

/**
 * Turns comments of Obsidian (`%% … %%`), which only the writer sees, into those of HTML. A comment
 * before text of its line moves behind that text, because a line that begins with one is HTML as a
 * whole.
 */
export function noteComments(text: string): string {
  const marks: Array<number> = []
  outsideCode(text, (piece, offset) => {
    for (let at = piece.indexOf('%%'); at >= 0; at = piece.indexOf('%%', at + 2))
      marks.push(offset + at)
    return piece
  })
  let result = ''
  let from = 0
  for (let index = 0; index + 1 < marks.length; index += 2) {
    const [start = 0, end = 0, next = text.length] = marks.slice(index, index + 3)
    result += text.slice(from, start)
    from = end + 2
    const comment = `<!--${text.slice(start + 2, end).replaceAll('--', '- -')}-->`
    const line = text.slice(from, Math.min(next, endOfLine(text, from)))
    const isAtStart = /(?:^|\n)[ \t]*$/.test(result.slice(-100))
    if (isAtStart && line.trim() !== '') {
      result += `${line.trim()} ${comment}`
      from += line.length
    } else result += comment
  }
  return result + text.slice(from)
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

/**
 * Marks of Obsidian: `==words==` are highlighted, and the name of a paragraph (`^name` at its end)
 * is not shown.
 */
export function noteMarks(text: string): string {
  return text
    .replace(/(?<!=)==(?![\s=])([^=\n]{1,500})(?<!\s)==(?!=)/g, '<mark>$1</mark>')
    .replace(/(?<=^|[ \t])\^[a-z\d-]{1,60}$/gim, '')
}
