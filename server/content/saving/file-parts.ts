import type { FileKind } from '#domain/content.ts'
import { readFields } from '../field-aliases.ts'
import { editFrontmatter } from '../frontmatter-edit.ts'
import { type Fault, type PlainMap, YamlFault } from '../safe-yaml.ts'
import { SaveRefused } from './save-refused.ts'

/** A Markdown file in two parts: everything before the body with the empty line behind the frontmatter, and the body. */
export interface FileParts {
  head: string
  markdown: string
}

/** The parts of a file; `body` is what the reading of its frontmatter left. */
export function fileParts(bytes: Uint8Array, body: string): FileParts {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  const [gap = ''] = /^(?:\r?\n)?/.exec(body) ?? []
  const end = text.length - body.length + gap.length
  return { head: text.slice(0, end), markdown: text.slice(end) }
}

/** The text of a file with other values in its frontmatter (`undefined` takes a key away) and another body. Throws SaveRefused. */
export function changedText(head: string, keys: Readonly<Record<string, unknown>>, markdown: string): string {
  // The first line break of a body counts as the empty line behind the frontmatter.
  const gap = /^\r?\n/.test(markdown) && /---[ \t]*\r?\n$/.test(head) ? '\n' : ''
  return withKeys(head, keys) + gap + markdown
}

/** The text of a new file. Throws SaveRefused. */
export function newText(keys: Readonly<Record<string, unknown>>, markdown: string): string {
  const head = withKeys('', keys)
  return markdown === '' ? head : `${head}\n${markdown}`
}

/** What is written in a key that has no value any more; undefined takes it away. */
export function writtenForNone(kind: FileKind, name: string, data: PlainMap): null | undefined {
  // Taken away, the key would let an alias through; without a value it does not.
  const { [name]: _, ...others } = data
  return name in readFields(kind, others).fields ? null : undefined
}

/** A text as bytes. Throws SaveRefused when `read` finds faults in them. */
export function checkedBytes(text: string, read: (bytes: Buffer) => { faults?: ReadonlyArray<Fault> }): Buffer {
  const bytes = Buffer.from(text.toWellFormed())
  const { faults } = read(bytes)
  if (faults) throw new SaveRefused(faults.map(({ message }) => ({ path: '', message: `${message}.` })))
  return bytes
}

function withKeys(head: string, keys: Readonly<Record<string, unknown>>): string {
  try {
    return editFrontmatter(head, keys)
  } catch (error) {
    if (error instanceof YamlFault) throw new SaveRefused([{ path: '', message: `${error.message}.` }])
    throw error
  }
}
