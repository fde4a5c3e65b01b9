import { deleteSelection } from '@milkdown/kit/prose/commands'
import { Fragment, useEffect, useId, useState } from 'react'
import { calloutKinds, markColors } from '#domain/body-format.ts'
import { isSoundAddress } from '#domain/sound.ts'
import { Button } from '../../ui/button.tsx'
import { setCallout, setHighlight, updateImage } from './commands.ts'
import type { EditorController } from './editor-controller.ts'
import { movePicture } from './pictures/move-picture.ts'
import type { EditorSnapshot } from './snapshot.ts'
import { ToolButtons } from './tool-buttons.tsx'
import type { Tool, ToolName } from './tools.ts'

const swatches: Readonly<Record<(typeof markColors)[number], string>> = {
  yellow: 'bg-mark-yellow',
  green: 'bg-mark-green',
  blue: 'bg-mark-blue',
  pink: 'bg-mark-pink',
  orange: 'bg-mark-orange',
  purple: 'bg-mark-purple',
  red: 'bg-mark-red',
}

/** What a panel in the second line of the toolbar gets; a button or the selection opens it. */
export interface PanelProps {
  snapshot: EditorSnapshot
  editor: EditorController
  onClose: () => void
}

export function HighlightPanel({ snapshot, editor, onClose }: PanelProps) {
  const choose = (color: string | null) => {
    editor.run(setHighlight(color))
    onClose()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: colors are buttons, not fields
    <div className="tool-line" role="group" aria-label="Highlight color">
      {markColors.map((color) => (
        <button
          key={color}
          type="button"
          className={`size-7 rounded-full border-[1.5px] border-ink focus-visible:outline-offset-1 aria-pressed:outline-2 aria-pressed:outline-offset-2 aria-pressed:outline-ink pointer-coarse:h-11 pointer-coarse:min-w-11 ${swatches[color]}`}
          data-color={color}
          aria-label={color}
          title={color}
          aria-pressed={snapshot.highlight === color}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(color)}
        />
      ))}
      <Button
        size="sm"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => choose(null)}
      >
        No highlight
      </Button>
    </div>
  )
}

const moves = [
  ['up', 'Alt+↑'],
  ['down', 'Alt+↓'],
] as const

export function ImagePanel({ snapshot, editor }: PanelProps) {
  const id = useId()
  const { imageSrc, imageAlt } = snapshot
  const isSound = isSoundAddress(imageSrc ?? '')
  const what = isSound ? 'sound' : 'image'
  const [alt, setAlt] = useState(imageAlt)
  const [proposal, setProposal] = useState('')
  useEffect(() => {
    if (imageSrc === null || imageAlt !== '' || isSound) return undefined
    let here = true
    void editor.proposeAlt(imageSrc).then((words) => {
      if (here) setProposal(words)
    })
    return () => {
      here = false
    }
  }, [editor, imageSrc, imageAlt, isSound])
  const store = () => {
    if (alt !== imageAlt) editor.run(updateImage({ alt }))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form within the form of the screen is not allowed
    <div className="tool-line" role="group" aria-label={isSound ? 'Sound' : 'Image'}>
      <label htmlFor={id}>{isSound ? 'Title' : 'Alt text'}</label>
      <input
        id={id}
        dir="auto"
        className="panel-field"
        placeholder={isSound ? 'What is heard' : 'What the picture shows'}
        value={alt}
        onChange={(event) => setAlt(event.target.value)}
        onBlur={store}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          store()
        }}
      />
      {alt.trim() === '' && proposal !== '' && (
        <Button
          size="sm"
          className="min-w-0"
          onClick={() => {
            setAlt(proposal)
            editor.run(updateImage({ alt: proposal }))
          }}
        >
          <span className="truncate">Use “{proposal}”</span>
        </Button>
      )}
      {moves.map(([direction, title]) => (
        <Button
          key={direction}
          size="sm"
          title={title}
          onClick={() => editor.run(movePicture(direction, editor.announce))}
        >
          Move {direction}
        </Button>
      ))}
      <Button size="sm" onClick={() => editor.replaceMedium(what)}>
        Change {what}
      </Button>
      <Button size="sm" onClick={() => editor.run(deleteSelection)}>
        Remove {what}
      </Button>
    </div>
  )
}

const alignmentTools: ReadonlyArray<ToolName> = ['left', 'center', 'right', 'justify']
const tableTools: ReadonlyArray<ReadonlyArray<ToolName>> = [
  ['rowAbove', 'rowBelow', 'removeRow'],
  ['columnBefore', 'columnAfter', 'removeColumn'],
  ['removeTable'],
]

/** Buttons that align paragraphs, headings and table columns. */
export function AlignPanel({ snapshot, editor, onClose }: PanelProps) {
  return (
    <ToolGroups
      label="Alignment"
      groups={[alignmentTools]}
      snapshot={snapshot}
      onPress={({ run }) => {
        if (run) editor.run(run)
        onClose()
      }}
    />
  )
}

export function TablePanel({ snapshot, editor }: PanelProps) {
  return (
    <ToolGroups
      label="Table"
      groups={tableTools}
      snapshot={snapshot}
      onPress={({ run }) => run && editor.run(run)}
    />
  )
}

function ToolGroups({
  label,
  groups,
  ...buttons
}: {
  label: string
  groups: ReadonlyArray<ReadonlyArray<ToolName>>
  snapshot: EditorSnapshot
  onPress: (tool: Tool) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the group of a toolbar
    <div className="tool-line" role="group" aria-label={label}>
      {groups.map((names, index) => (
        <Fragment key={names[0]}>
          {index > 0 && <span className="tools-gap" />}
          <ToolButtons {...buttons} names={names} stops={names} />
        </Fragment>
      ))}
    </div>
  )
}

export function CalloutPanel({ snapshot, editor }: PanelProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: the group of a toolbar
    <div className="tool-line" role="group" aria-label="Callout">
      <label htmlFor={id}>Kind of callout</label>
      <select
        id={id}
        className="tool-select"
        value={snapshot.quote}
        onChange={({ target: { value } }) =>
          editor.run(setCallout(value === 'plain' ? null : value.toUpperCase()))
        }
      >
        {calloutKinds.map((kind) => (
          <option key={kind} value={kind}>
            {kind[0]?.toUpperCase()}
            {kind.slice(1)}
          </option>
        ))}
        <option value="plain">Plain quote</option>
      </select>
    </div>
  )
}
