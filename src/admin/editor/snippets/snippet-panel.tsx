import { useState } from 'react'
import { messageOf } from '../../../api/refusal.ts'
import type { EditorController } from '../editor-controller.ts'
import { FieldPanel } from '../field-panel.tsx'
import type { PanelProps } from '../panels.tsx'
import { copiedMarkdown } from '../paste/paste.ts'

/** Stores what is selected as a snippet under a name. */
export function SnippetPanel({ editor, onClose }: PanelProps) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState('')
  const [isPending, setIsPending] = useState(false)
  const isKnown = editor.handlers.snippets?.all.some(({ title }) => title === name.trim())

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
    } finally {
      setIsPending(false)
    }
  }

  return (
    <FieldPanel
      name="Snippet"
      label="Save as snippet"
      value={name}
      onChange={(text) => {
        setName(text)
        setProblem('')
      }}
      problem={problem}
      action={isKnown ? 'Replace' : 'Save'}
      isPending={isPending}
      onApply={() => void save()}
      onLeave={leave}
      field={{ maxLength: 80, placeholder: 'Its name in the menu that / opens' }}
    />
  )
}

function selectedMarkdown(editor: EditorController): string {
  const [state, codec] = [editor.view()?.state, editor.codec()]
  return state && codec ? copiedMarkdown(state, state.selection.content(), codec) : ''
}
