import { useState } from 'react'
import { embedOf } from '#domain/embeds.ts'
import { insertVideo } from './commands.ts'
import { FieldPanel } from './field-panel.tsx'
import type { PanelProps } from './panels.tsx'

const hosts = 'YouTube, Vimeo, SoundCloud or Bandcamp'

/** Takes the address of a video or track, which pages show as a card that plays. */
export function VideoPanel({ editor, onClose }: PanelProps) {
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
    <FieldPanel
      name="Video"
      label="Video or track"
      value={address}
      onChange={(text) => {
        setAddress(text)
        setProblem('')
      }}
      problem={problem}
      action="Insert"
      onApply={insert}
      onLeave={leave}
      field={{ inputMode: 'url', placeholder: `Address on ${hosts}` }}
    />
  )
}
