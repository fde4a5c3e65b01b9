import { readText } from '../frontmatter.ts'
import { editFrontmatter } from '../frontmatter-edit.ts'
import { YamlFault } from '../safe-yaml.ts'
import { SaveRefused } from '../saving/save-refused.ts'
import { readSettings } from '../settings.ts'

/**
 * `site.yaml` with other values; comments, order, unknown keys and every byte of what is not named stay. `undefined` takes a key away. Throws SaveRefused
 * when the file can't be read, or would not be valid.
 */
export function changedSettings(bytes: Uint8Array | null, changes: Readonly<Record<string, unknown>>): Buffer {
  const text = bytes === null ? '' : readText(bytes)
  if (typeof text !== 'string') throw refused(text.fault.message)
  const mark = bytes?.[0] === 0xef ? '\uFEFF' : ''
  const eol = /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n'
  const closed = text === '' || text.endsWith('\n') ? text : text + eol
  const fence = `---${eol}`
  try {
    const edited = editFrontmatter(fence + closed + fence, changes)
    const result = Buffer.from(mark + edited.slice(fence.length, -fence.length).toWellFormed())
    const before = readSettings(bytes).faults.map(({ message }) => message)
    const fault = readSettings(result).faults.find(({ message }) => !before.includes(message))
    if (fault) throw refused(fault.message)
    return result
  } catch (error) {
    if (error instanceof YamlFault) throw refused(`site.yaml, line ${error.line}: ${error.message}`)
    throw error
  }
}

function refused(message: string): SaveRefused {
  return new SaveRefused([{ path: '', message: `${message}.` }])
}
