import { useId, useState } from 'react'
import { embedOf } from '#domain/embeds.ts'
import { Button } from '../../ui/button.tsx'
import { insertVideo } from './commands.ts'
import type { PanelProps } from './panels.tsx'

const hosts = 'YouTube, Vimeo, SoundCloud or Bandcamp'

/** Takes the address of a video or track, which pages show as a card that plays. */
export function VideoPanel({ editor, onClose }: PanelProps) {
  const id = useId()
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState('')
  const insert = () => {
    if (!embedOf(address.trim()))
      return setProblem(`This is no address of a video or track on ${hosts}.`)
    onClose()
    editor.run(insertVideo(address.trim()))
  }
  const leave = () => {
    onClose()
    editor.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form within the form of the screen is not allowed
    <div
      className="tool-line"
      role="group"
      aria-label="Video"
      onKeyDown={(event) => {
        const act = { Enter: insert, Escape: leave }[event.key]
        if (!act || event.target instanceof HTMLButtonElement) return
        event.preventDefault()
        event.stopPropagation()
        act()
      }}
    >
      <label htmlFor={id}>Video or track</label>
      <input
        // biome-ignore lint/a11y/noAutofocus: its tool was pressed
        autoFocus
        id={id}
        className="panel-field"
        inputMode="url"
        autoComplete="off"
        placeholder={`Address on ${hosts}`}
        value={address}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={({ target }) => {
          setAddress(target.value)
          setProblem('')
        }}
      />
      <Button size="sm" variant="primary" onClick={insert}>
        Insert
      </Button>
      {problem && (
        <p id={`${id}-problem`} className="basis-full text-danger" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
