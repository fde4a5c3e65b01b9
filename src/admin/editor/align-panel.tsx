import { AlignCenterIcon, AlignJustifyIcon, AlignLeftIcon, AlignRightIcon } from 'lucide-react'
import { setAlignment } from './commands.ts'
import { type Alignment, alignments } from './markdown/editor-tree.ts'
import type { PanelProps } from './panels.tsx'
import type { EditorSnapshot } from './snapshot.ts'
import { Tool } from './tool.tsx'

export const alignIcons = {
  left: AlignLeftIcon,
  center: AlignCenterIcon,
  right: AlignRightIcon,
  justify: AlignJustifyIcon,
} as const
const alignNames = {
  left: 'Align left',
  center: 'Align center',
  right: 'Align right',
  justify: 'Justify',
} as const
const alignKeys = {
  left: 'Shift+L',
  center: 'Shift+E',
  right: 'Shift+R',
  justify: 'Shift+J',
} as const

export function alignmentOf({ align }: Pick<EditorSnapshot, 'align'>): Alignment {
  return alignments.find((known) => known === align) ?? 'left'
}

/** Buttons that align paragraphs, headings and table columns. */
export function AlignPanel({ snapshot, actions, onClose }: PanelProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the group of a toolbar
    <div className="tool-line" role="group" aria-label="Alignment">
      {alignments.map((align) => (
        <Tool
          key={align}
          label={alignNames[align]}
          keys={alignKeys[align]}
          icon={alignIcons[align]}
          pressed={alignmentOf(snapshot) === align}
          disabled={align === 'justify' && snapshot.table}
          onPress={() => {
            actions.run(setAlignment(align))
            onClose()
          }}
          first
        />
      ))}
    </div>
  )
}
