import {
  BetweenHorizontalEndIcon,
  BetweenHorizontalStartIcon,
  BetweenVerticalEndIcon,
  BetweenVerticalStartIcon,
  TableColumnsSplitIcon,
  TableRowsSplitIcon,
  Trash2Icon,
} from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { calloutKinds, markColors } from '#domain/body-format.ts'
import { Button } from '../../ui/button.tsx'
import type { EditorActions } from './actions.ts'
import { setCallout, setHighlight, updateImage } from './commands.ts'
import { movePicture } from './pictures/move-picture.ts'
import type { EditorSnapshot } from './snapshot.ts'
import { addColumn, addRow, removeColumn, removeRow, removeTable } from './table-commands.ts'
import { Tool } from './tool.tsx'

const swatches: Readonly<Record<(typeof markColors)[number], string>> = {
  yellow: 'bg-mark-yellow',
  green: 'bg-mark-green',
  blue: 'bg-mark-blue',
  pink: 'bg-mark-pink',
  orange: 'bg-mark-orange',
  purple: 'bg-mark-purple',
  red: 'bg-mark-red',
}

/** A panel in the second line of the toolbar, opened by a button or by the selection. */
export type PanelKind = 'link' | 'highlight' | 'align'

/** What a panel gets. */
export interface PanelProps {
  snapshot: EditorSnapshot
  actions: EditorActions
  onClose: () => void
}

export function HighlightPanel({ snapshot, actions, onClose }: PanelProps) {
  const choose = (color: string | null) => {
    actions.run(setHighlight(color))
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

export function ImagePanel({ snapshot, actions }: Omit<PanelProps, 'onClose'>) {
  const id = useId()
  const { imageSrc, imageAlt } = snapshot
  const [alt, setAlt] = useState(imageAlt)
  const [proposal, setProposal] = useState('')
  useEffect(() => {
    if (imageSrc === null || imageAlt !== '') return undefined
    let here = true
    void actions.proposeAlt(imageSrc).then((words) => {
      if (here) setProposal(words)
    })
    return () => {
      here = false
    }
  }, [actions, imageSrc, imageAlt])
  const store = () => {
    if (alt !== imageAlt) actions.run(updateImage({ alt }))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form within the form of the screen is not allowed
    <div className="tool-line" role="group" aria-label="Image">
      <label htmlFor={id}>Alt text</label>
      <input
        id={id}
        dir="auto"
        className="panel-field"
        placeholder="What the picture shows"
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
            actions.run(updateImage({ alt: proposal }))
          }}
        >
          <span className="truncate">Use “{proposal}”</span>
        </Button>
      )}
      <Button
        size="sm"
        title="Alt+↑"
        onClick={() => actions.run(movePicture('up', actions.announce))}
      >
        Move up
      </Button>
      <Button
        size="sm"
        title="Alt+↓"
        onClick={() => actions.run(movePicture('down', actions.announce))}
      >
        Move down
      </Button>
      <Button size="sm" onClick={actions.replaceImage}>
        Change image
      </Button>
      <Button
        size="sm"
        onClick={() =>
          actions.run((state, dispatch) => {
            dispatch?.(state.tr.deleteSelection())
            return true
          })
        }
      >
        Remove image
      </Button>
    </div>
  )
}

export function TablePanel({ actions: { run } }: { actions: EditorActions }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the group of a toolbar
    <div className="tool-line" role="group" aria-label="Table">
      <Tool
        label="Add row above"
        icon={BetweenHorizontalStartIcon}
        onPress={() => run(addRow('above'))}
        first
      />
      <Tool
        label="Add row below"
        icon={BetweenHorizontalEndIcon}
        onPress={() => run(addRow('below'))}
        first
      />
      <Tool label="Remove row" icon={TableRowsSplitIcon} onPress={() => run(removeRow)} first />
      <span className="tools-gap" />
      <Tool
        label="Add column before"
        icon={BetweenVerticalStartIcon}
        onPress={() => run(addColumn('before'))}
        first
      />
      <Tool
        label="Add column after"
        icon={BetweenVerticalEndIcon}
        onPress={() => run(addColumn('after'))}
        first
      />
      <Tool
        label="Remove column"
        icon={TableColumnsSplitIcon}
        onPress={() => run(removeColumn)}
        first
      />
      <span className="tools-gap" />
      <Tool label="Remove table" icon={Trash2Icon} onPress={() => run(removeTable)} first />
    </div>
  )
}

export function CalloutPanel({ snapshot, actions }: Omit<PanelProps, 'onClose'>) {
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
          actions.run(setCallout(value === 'plain' ? null : value.toUpperCase()))
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
