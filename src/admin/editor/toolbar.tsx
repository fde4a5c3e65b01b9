import { FileCodeIcon } from 'lucide-react'
import { Fragment } from 'react'
import { subjectData } from '#domain/site/subject-data.ts'
import { useProfile } from '../../ui/site-profile.tsx'
import { useSideScroll } from '../../ui/use-side-scroll.ts'
import { useHasModel } from '../shell/site-facts.ts'
import type { EditorSnapshot } from './snapshot.ts'
import { moveFocus, ToolButton, ToolButtons } from './tool-buttons.tsx'
import type { PanelKind, Tool, ToolName } from './tools.ts'

const groups: ReadonlyArray<ReadonlyArray<ToolName>> = [
  ['strong', 'emphasis', 'underline', 'strike_through', 'inlineCode', 'highlight', 'link'],
  ['bullet', 'ordered', 'task', 'quote', 'callout', 'align'],
  ['image', 'table', 'device', 'code', 'rule', 'snippet'],
]

/** The toolbar above the text. It is one tab stop: arrow keys move between its tools. */
export function Toolbar({
  snapshot,
  panel,
  isSource,
  onPress,
  onTextStyle,
  onSource,
}: {
  snapshot: EditorSnapshot
  panel: PanelKind | null
  isSource: boolean
  onPress: (tool: Tool) => void
  onTextStyle: (level: number) => void
  onSource: () => void
}) {
  const { devices } = subjectData[useProfile().subject]
  const hasModel = useHasModel()
  const bar = useSideScroll<HTMLDivElement>()
  const { level, code } = snapshot
  const buttons = {
    snapshot,
    panel,
    isOff: isSource,
    onPress,
  }
  const levels = level !== null && level > 3 ? [1, 2, 3, level] : [1, 2, 3]
  return (
    <div
      ref={bar}
      className="side-scroll flex items-center gap-0.5 px-1.5 py-1.25 md:flex-wrap md:gap-0"
      data-part="tools"
      role="toolbar"
      aria-label="Formatting"
      onKeyDown={moveFocus}
    >
      <ToolButtons {...buttons} names={['undo', 'redo']} stops={['undo']} />
      <span className="tools-gap" />
      <select
        className="tool-select"
        aria-label="Text style"
        tabIndex={-1}
        disabled={isSource || level === null}
        value={level ?? 0}
        onChange={(event) => onTextStyle(Number(event.target.value))}
      >
        <option value={0}>{code ? 'Code' : 'Paragraph'}</option>
        {levels.map((level) => (
          <option key={level} value={level}>
            Heading {level}
          </option>
        ))}
      </select>
      {groups.map((group) => (
        <Fragment key={group[0]}>
          <span className="tools-gap" />
          <ToolButtons
            {...buttons}
            names={devices ? group : group.filter((name) => name !== 'device')}
            stops={[]}
          />
        </Fragment>
      ))}
      <span className="ms-auto" />
      {hasModel && <ToolButtons {...buttons} names={['assist']} stops={[]} />}
      <ToolButton
        label="Markdown source"
        icon={FileCodeIcon}
        pressed={isSource}
        onPress={onSource}
      />
    </div>
  )
}
