import { useEffect, useId, useRef, useState } from 'react'
import { messageOf } from '../../../api/refusal.ts'
import { Button } from '../../../ui/button.tsx'
import type { EditorController } from '../editor-controller.ts'
import type { PanelProps } from '../panels.tsx'
import { copiedMarkdown } from '../paste/paste.ts'

/** Stores what is selected as a snippet under a name. */
export function SnippetPanel({ editor, onClose }: PanelProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [problem, setProblem] = useState('')
  const [isPending, setIsPending] = useState(false)
  const isKnown = editor.handlers.snippets?.all.some(({ title }) => title === name.trim())
  useEffect(() => field.current?.focus(), [])

  function leave() {
    onClose()
    editor.focus()
  }

  async function save() {
    setIsPending(true)
    try {
      await editor.handlers.snippets?.save(name.trim(), selectedMarkdown(editor))
      leave()
    } catch (error) {
      setProblem(messageOf(error))
      field.current?.focus()
    } finally {
      setIsPending(false)
    }
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a form within the form of the screen is not allowed
    <div
      className="tool-line"
      role="group"
      aria-label="Snippet"
      onKeyDown={(event) => {
        if (event.key === 'Escape') leave()
        else if (event.key === 'Enter' && event.target === field.current) void save()
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <label htmlFor={id}>Save as snippet</label>
      <input
        ref={field}
        id={id}
        className="panel-field"
        autoComplete="off"
        maxLength={80}
        placeholder="Its name in the menu that / opens"
        value={name}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => {
          setName(event.target.value)
          setProblem('')
        }}
      />
      <Button
        size="sm"
        variant="primary"
        pending={isPending}
        pendingText="Saving..."
        onClick={() => void save()}
      >
        {isKnown ? 'Replace' : 'Save'}
      </Button>
      {problem && (
        <p id={`${id}-problem`} className="basis-full text-danger" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

function selectedMarkdown(editor: EditorController): string {
  const [state, codec] = [editor.view()?.state, editor.codec()]
  return state && codec ? copiedMarkdown(state, state.selection.content(), codec) : ''
}
