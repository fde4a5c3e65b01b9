import {
  AlignCenterIcon,
  AlignJustifyIcon,
  AlignLeftIcon,
  AlignRightIcon,
  BetweenHorizontalEndIcon,
  BetweenHorizontalStartIcon,
  BetweenVerticalEndIcon,
  BetweenVerticalStartIcon,
  BoldIcon,
  BookmarkPlusIcon,
  CodeIcon,
  Heading2Icon,
  HighlighterIcon,
  ImageIcon,
  ItalicIcon,
  LightbulbIcon,
  LinkIcon,
  ListChecksIcon,
  ListIcon,
  ListOrderedIcon,
  type LucideIcon,
  MinusIcon,
  QuoteIcon,
  RedoIcon,
  SlidersHorizontalIcon,
  SparklesIcon,
  SquareCodeIcon,
  StrikethroughIcon,
  TableColumnsSplitIcon,
  TableIcon,
  TableRowsSplitIcon,
  Trash2Icon,
  UnderlineIcon,
  UndoIcon,
} from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { type EditorSnapshot, isActive } from './snapshot.ts'
import { type PanelKind, type Tool, type ToolName, tools } from './tools.ts'

const icons: Readonly<Partial<Record<ToolName, LucideIcon>>> = {
  undo: UndoIcon,
  redo: RedoIcon,
  strong: BoldIcon,
  emphasis: ItalicIcon,
  underline: UnderlineIcon,
  strike_through: StrikethroughIcon,
  inlineCode: CodeIcon,
  highlight: HighlighterIcon,
  link: LinkIcon,
  assist: SparklesIcon,
  h2: Heading2Icon,
  bullet: ListIcon,
  ordered: ListOrderedIcon,
  task: ListChecksIcon,
  quote: QuoteIcon,
  callout: LightbulbIcon,
  left: AlignLeftIcon,
  center: AlignCenterIcon,
  right: AlignRightIcon,
  justify: AlignJustifyIcon,
  image: ImageIcon,
  table: TableIcon,
  device: SlidersHorizontalIcon,
  code: SquareCodeIcon,
  rule: MinusIcon,
  snippet: BookmarkPlusIcon,
  rowAbove: BetweenHorizontalStartIcon,
  rowBelow: BetweenHorizontalEndIcon,
  removeRow: TableRowsSplitIcon,
  columnBefore: BetweenVerticalStartIcon,
  columnAfter: BetweenVerticalEndIcon,
  removeColumn: TableColumnsSplitIcon,
  removeTable: Trash2Icon,
}

/** The buttons of some tools; `stops` are those at which Tab enters their bar. */
export function ToolButtons({
  names,
  snapshot,
  panel,
  isOff = false,
  stops,
  onPress,
}: {
  names: ReadonlyArray<ToolName>
  snapshot: EditorSnapshot
  /** The open panel, where the buttons open panels. */
  panel?: PanelKind | null
  isOff?: boolean
  stops: ReadonlyArray<ToolName>
  onPress: (tool: Tool) => void
}) {
  return names.map((name) => {
    const tool: Tool = tools[name]
    const { label, keys, opens, isAction, notIn, needs } = tool
    return (
      <ToolButton
        key={name}
        label={label}
        keys={keys}
        icon={icons[name === 'align' ? snapshot.align : name]}
        pressed={isAction ? undefined : isActive(snapshot, name)}
        expanded={panel === undefined || isAction ? undefined : opens && panel === opens}
        disabled={isOff || notIn?.some((place) => snapshot[place]) || (needs && !snapshot[needs])}
        isStop={stops.includes(name)}
        onPress={() => onPress(tool)}
      />
    )
  })
}

const isMac = () => /Mac|iP(?:hone|ad)/.test(navigator.platform)

/** A toolbar button. Pressing it does not change the selection in the text. */
export function ToolButton({
  label,
  keys,
  icon: Icon = MinusIcon,
  pressed,
  expanded,
  disabled,
  isStop = false,
  onPress,
}: {
  label: string
  keys?: string | undefined
  icon: LucideIcon | undefined
  pressed: boolean | undefined
  expanded?: boolean | undefined
  disabled?: boolean | undefined
  /** Whether Tab enters the toolbar at this button. */
  isStop?: boolean
  onPress: () => void
}) {
  const hint = keys ? `${label} (${isMac() ? '⌘' : 'Ctrl+'}${keys})` : label
  return (
    <button
      type="button"
      className="grid h-8 w-7.5 flex-none place-items-center rounded-[0.25rem] text-soft
        hover:bg-sunk hover:text-ink focus-visible:outline-offset-1 aria-disabled:cursor-default
        aria-disabled:bg-transparent aria-disabled:text-muted aria-disabled:opacity-45
        aria-expanded:bg-ink aria-expanded:text-paper aria-pressed:bg-ink aria-pressed:text-paper
        pointer-coarse:h-11 pointer-coarse:min-w-11 [&_svg]:size-4.25"
      aria-label={label}
      title={hint}
      aria-pressed={pressed}
      aria-expanded={expanded}
      // Not `disabled`: a focused button that becomes disabled would lose the focus.
      aria-disabled={disabled || undefined}
      tabIndex={isStop ? 0 : -1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (!disabled) onPress()
      }}
    >
      <Icon aria-hidden="true" />
    </button>
  )
}

/**
 * Moves the focus with the arrow keys, Home and End; Tab returns to the tool that was left last.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button, select')]
  const usable = all.filter((tool) => !tool.matches(':disabled'))
  const index = usable.indexOf(document.activeElement as HTMLElement)
  if (index < 0) return
  const targets: Record<string, number> = {
    ArrowRight: (index + 1) % usable.length,
    ArrowLeft: (index - 1 + usable.length) % usable.length,
    Home: 0,
    End: usable.length - 1,
  }
  const target = usable[targets[event.key] ?? -1]
  if (!target) return
  event.preventDefault()
  for (const tool of all) tool.tabIndex = -1
  target.tabIndex = 0
  target.focus()
}
