import { BoldIcon, CodeIcon, ItalicIcon, StrikethroughIcon, UnderlineIcon } from 'lucide-react'
import type { EditorActions } from './actions.ts'
import { toggleFormat } from './commands.ts'
import type { EditorSnapshot } from './snapshot.ts'
import { Tool } from './tool.tsx'

const formats = [
  { name: 'strong', label: 'Bold', keys: 'B', icon: BoldIcon, first: true },
  { name: 'emphasis', label: 'Italic', keys: 'I', icon: ItalicIcon },
  { name: 'underline', label: 'Underline', keys: 'U', icon: UnderlineIcon },
  { name: 'strike_through', label: 'Strikethrough', keys: 'Shift+X', icon: StrikethroughIcon },
  { name: 'inlineCode', label: 'Inline code', keys: 'E', icon: CodeIcon },
]

/** Whether the selection has a format. */
export const hasFormat = (snapshot: EditorSnapshot, name: string) =>
  snapshot.formats.split(' ').includes(name)

/**
 * The buttons of the formats of words. In a bar of its own, the first is where Tab leads, and the
 * rarest is left out.
 */
export function FormatTools({
  snapshot,
  actions: { run },
  isOwnBar = false,
  disabled = false,
}: {
  snapshot: EditorSnapshot
  actions: EditorActions
  isOwnBar?: boolean
  disabled?: boolean
}) {
  const shown = isOwnBar ? formats.filter(({ name }) => name !== 'strike_through') : formats
  return shown.map(({ name, first = false, ...tool }) => (
    <Tool
      key={name}
      {...tool}
      first={isOwnBar && first}
      pressed={hasFormat(snapshot, name)}
      disabled={disabled}
      onPress={() => run(toggleFormat(name))}
    />
  ))
}
