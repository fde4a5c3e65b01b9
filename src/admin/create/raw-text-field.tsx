import { Undo2, WandSparkles } from 'lucide-react'
import { useState } from 'react'
import { counted } from '#domain/count-words.ts'
import { withFrontMatter } from '#domain/front-matter.ts'
import { wordsOf } from '#domain/reading-time.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import {
  type CreatorInput,
  withFormatted,
  withFormatUndone,
  withRaw,
} from '../editing/creator-state.ts'

/** Field for the raw text, with a button that formats it as Markdown and one that restores it. */
export function RawTextField({
  input: { raw, unformatted },
  busy,
  onInput,
  onSubmit,
}: {
  input: CreatorInput
  /** The text is being analyzed and can't be edited. */
  busy: boolean
  onInput: (change: (input: CreatorInput) => CreatorInput) => void
  /** Called on Mod+Enter. */
  onSubmit: () => void
}) {
  const [state, setState] = useState<'idle' | 'formatting' | 'clean'>('idle')
  const words = wordsOf(raw).length

  async function format() {
    setState('formatting')
    // Loaded on demand, because the HTML parser is large and rarely needed.
    const { formatContent } = await import('#domain/text-analysis/format-content.ts')
    // The analysis takes the front matter out of the text; until then it stays as it is.
    const text = withFrontMatter(raw)
    const formatted = text?.body.trim()
      ? `${text.head}\n${formatContent(text.body)}`
      : formatContent(raw)
    setState(formatted === raw ? 'clean' : 'idle')
    onInput((input) => (input.raw === raw ? withFormatted(input, formatted) : input))
  }

  return (
    <div className="grid gap-3">
      <TextArea
        label="Raw Content"
        hint="Tip: use double line breaks between paragraphs. Plain text, Markdown and HTML are understood."
        counter={counted(words, 'word', 'words')}
        placeholder="Paste or write your content here..."
        className="min-h-88 leading-[1.6]"
        rows={16}
        spellCheck
        value={raw}
        readOnly={busy}
        onChange={(event) => {
          setState('idle')
          const text = event.target.value
          onInput((input) => withRaw(input, text))
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          onSubmit()
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          icon={<WandSparkles />}
          disabled={raw.trim() === '' || busy}
          pending={state === 'formatting'}
          pendingText="Formatting..."
          onClick={() => void format()}
        >
          Format Content
        </Button>
        {unformatted !== null && !busy && (
          <Button
            size="sm"
            variant="ghost"
            icon={<Undo2 />}
            onClick={() => onInput(withFormatUndone)}
          >
            Undo Formatting
          </Button>
        )}
        <p role="status" className="text-tiny text-muted">
          {unformatted !== null
            ? 'Formatted. No word was changed.'
            : state === 'clean' && 'This is clean Markdown already.'}
        </p>
      </div>
    </div>
  )
}
