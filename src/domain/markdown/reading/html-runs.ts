import { withCharacters } from '../../words/character-references.ts'
import type { Mark, Run } from './run.ts'

const formats = new Map<string, Mark>([
  ['strong', 'strong'],
  ['b', 'strong'],
  ['em', 'emphasis'],
  ['i', 'emphasis'],
  ['del', 'delete'],
  ['s', 'delete'],
  ['u', 'underline'],
  ['mark', 'highlight'],
  ['code', 'code'],
])

/**
 * The text of the small HTML that the editor writes for aligned blocks, with its formats; other
 * tags are left out.
 */
export function htmlRuns(html: string): Array<Run> {
  const runs: Array<Run> = []
  const open: Array<Mark> = []
  let href: string | undefined
  for (const part of html.split(/(<[^<>]*>)/)) {
    const [, end, tag = ''] = /^<(\/?)(\w+)/.exec(part) ?? []
    const name = tag.toLowerCase()
    const mark = formats.get(name)
    if (name === 'br') runs.push({ text: '\n', marks: [...open] })
    else if (name === 'a') href = end ? undefined : (/\shref="([^"]*)"/.exec(part)?.[1] ?? '')
    else if (mark && end) open.splice(open.lastIndexOf(mark), open.includes(mark) ? 1 : 0)
    else if (mark) open.push(mark)
    else if (name === '' && part !== '')
      runs.push({
        text: withCharacters(part.replace(/\s+/g, ' ')),
        marks: [...open],
        ...(href !== undefined && { href }),
      })
  }
  return runs
}
