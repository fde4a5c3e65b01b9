import { redo, undo } from '@milkdown/kit/prose/history'
import {
  FileCodeIcon,
  HighlighterIcon,
  ImageIcon,
  LightbulbIcon,
  LinkIcon,
  ListChecksIcon,
  ListIcon,
  ListOrderedIcon,
  MinusIcon,
  QuoteIcon,
  RedoIcon,
  SlidersHorizontalIcon,
  SquareCodeIcon,
  TableIcon,
  UndoIcon,
} from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { subjectData } from '#domain/site/subject-data.ts'
import { useProfile } from '../../ui/site-profile.tsx'
import { useSideScroll } from '../../ui/use-side-scroll.ts'
import type { EditorActions } from './actions.ts'
import { alignIcons, alignmentOf } from './align-panel.tsx'
import { insertRule, setCallout, setTextStyle, toggleCodeBlock, toggleQuote } from './commands.ts'
import { FormatTools, hasFormat } from './format-tools.tsx'
import { toggleList } from './list-commands.ts'
import type { PanelKind } from './panels.tsx'
import type { EditorSnapshot } from './snapshot.ts'
import { insertTable } from './table-commands.ts'
import { Tool } from './tool.tsx'
import { insertDevice } from './views/device-view.ts'

interface ToolbarProps {
  snapshot: EditorSnapshot
  actions: EditorActions
  panel: PanelKind | null
  onPanel: (panel: PanelKind | null) => void
  source: boolean
  onSource: () => void
}

/** The toolbar above the text. It is one tab stop: arrow keys move between its tools. */
export function Toolbar({ snapshot, actions, panel, onPanel, source, onSource }: ToolbarProps) {
  const { run } = actions
  const { devices } = subjectData[useProfile().subject]
  const bar = useSideScroll<HTMLDivElement>()
  const toggle = (kind: PanelKind) => onPanel(panel === kind ? null : kind)
  const off = source
  return (
    <div
      ref={bar}
      className="side-scroll flex items-center gap-0.5 px-1.5 py-1.25 md:flex-wrap"
      data-part="tools"
      role="toolbar"
      aria-label="Formatting"
      onKeyDown={(event) => moveFocus(event, bar.current)}
    >
      <Tool
        label="Undo"
        keys="Z"
        icon={UndoIcon}
        disabled={off || !snapshot.canUndo}
        onPress={() => run(undo)}
        first
      />
      <Tool
        label="Redo"
        keys="Shift+Z"
        icon={RedoIcon}
        disabled={off || !snapshot.canRedo}
        onPress={() => run(redo)}
      />
      <span className="tools-gap" />
      <select
        className="tool-select"
        aria-label="Text style"
        tabIndex={-1}
        disabled={off || snapshot.level === null}
        value={snapshot.level ?? 0}
        onChange={(event) => run(setTextStyle(Number(event.target.value)))}
      >
        <option value={0}>{snapshot.code ? 'Code' : 'Paragraph'}</option>
        {[1, 2, 3, ...((snapshot.level ?? 0) > 3 ? [snapshot.level ?? 4] : [])].map((level) => (
          <option key={level} value={level}>
            Heading {level}
          </option>
        ))}
      </select>
      <span className="tools-gap" />
      <FormatTools snapshot={snapshot} actions={actions} disabled={off || snapshot.code} />
      <Tool
        label="Highlight"
        icon={HighlighterIcon}
        pressed={hasFormat(snapshot, 'highlight')}
        expanded={panel === 'highlight'}
        disabled={off || snapshot.code}
        onPress={() => toggle('highlight')}
      />
      <Tool
        label="Link"
        keys="K"
        icon={LinkIcon}
        pressed={snapshot.link !== null}
        expanded={panel === 'link'}
        disabled={off || snapshot.code}
        onPress={() => toggle('link')}
      />
      <span className="tools-gap" />
      <Tool
        label="Bullet list"
        keys="Shift+8"
        icon={ListIcon}
        pressed={snapshot.list === 'bullet'}
        disabled={off}
        onPress={() => run(toggleList('bullet'))}
      />
      <Tool
        label="Numbered list"
        keys="Shift+7"
        icon={ListOrderedIcon}
        pressed={snapshot.list === 'ordered'}
        disabled={off}
        onPress={() => run(toggleList('ordered'))}
      />
      <Tool
        label="Task list"
        keys="Shift+9"
        icon={ListChecksIcon}
        pressed={snapshot.list === 'task'}
        disabled={off}
        onPress={() => run(toggleList('task'))}
      />
      <Tool
        label="Quote"
        keys="Shift+B"
        icon={QuoteIcon}
        pressed={snapshot.quote === 'plain'}
        disabled={off}
        onPress={() => run(toggleQuote)}
      />
      <Tool
        label="Callout"
        icon={LightbulbIcon}
        pressed={snapshot.quote !== 'none' && snapshot.quote !== 'plain'}
        disabled={off}
        onPress={() =>
          run(
            snapshot.quote === 'none' || snapshot.quote === 'plain'
              ? setCallout('TIP')
              : toggleQuote,
          )
        }
      />
      <span className="tools-gap" />
      <Tool
        label="Alignment"
        icon={alignIcons[alignmentOf(snapshot)]}
        pressed={snapshot.align !== 'left'}
        expanded={panel === 'align'}
        disabled={off || snapshot.code}
        onPress={() => toggle('align')}
      />
      <span className="tools-gap" />
      <Tool
        label="Image"
        icon={ImageIcon}
        disabled={off || snapshot.code}
        onPress={actions.insertImage}
      />
      <Tool
        label="Table"
        icon={TableIcon}
        disabled={off || snapshot.table || snapshot.code}
        onPress={() => run(insertTable)}
      />
      {devices && (
        <Tool
          label="Device settings"
          icon={SlidersHorizontalIcon}
          disabled={off || snapshot.table || snapshot.code}
          onPress={() => run(insertDevice)}
        />
      )}
      <Tool
        label="Code block"
        keys="Alt+C"
        icon={SquareCodeIcon}
        pressed={snapshot.code}
        disabled={off}
        onPress={() => run(toggleCodeBlock)}
      />
      <Tool
        label="Divider"
        icon={MinusIcon}
        disabled={off || snapshot.table}
        onPress={() => run(insertRule)}
      />
      <span className="tools-gap ms-auto bg-transparent" />
      <Tool label="Markdown source" icon={FileCodeIcon} pressed={source} onPress={onSource} />
    </div>
  )
}

/**
 * Moves the focus with the arrow keys, Home and End; Tab returns to the tool that was left last.
 */
export function moveFocus(event: KeyboardEvent, bar: HTMLElement | null): void {
  const tools = [...(bar?.querySelectorAll<HTMLElement>('button, select') ?? [])].filter(
    (tool) => !tool.matches(':disabled'),
  )
  const index = tools.indexOf(document.activeElement as HTMLElement)
  if (index < 0) return
  const targets: Record<string, number> = {
    ArrowRight: (index + 1) % tools.length,
    ArrowLeft: (index - 1 + tools.length) % tools.length,
    Home: 0,
    End: tools.length - 1,
  }
  const target = tools[targets[event.key] ?? -1]
  if (!target) return
  event.preventDefault()
  for (const tool of bar?.querySelectorAll<HTMLElement>('button, select') ?? []) tool.tabIndex = -1
  target.tabIndex = 0
  target.focus()
}
