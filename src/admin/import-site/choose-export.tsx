import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { fileSizeLabel } from '#domain/file-size.ts'
import type { ImportKind } from '#domain/import/mapping.ts'
import { exportMaxBytes } from '#domain/import/state.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FileField, SelectField } from '../../ui/field.tsx'

/** The systems with their names, and what each gives as its export. */
const systems: ReadonlyArray<{ value: ImportKind; label: string; hint: string }> = [
  {
    value: 'wordpress',
    label: 'WordPress',
    hint: 'The XML file of Tools → Export; or a zip of it with the folder wp-content/uploads.',
  },
  {
    value: 'ghost',
    label: 'Ghost',
    hint: 'The JSON file of Settings → Export; or a zip of it with the folder content/images.',
  },
  { value: 'substack', label: 'Substack', hint: 'The zip of Settings → Exports.' },
  {
    value: 'markdown',
    label: 'Markdown files (Jekyll, Hugo, Eleventy, Astro, Obsidian)',
    hint: 'A zip of the whole folder, with its pictures and settings.',
  },
  { value: 'buttondown', label: 'Buttondown', hint: 'The zip of the emails.' },
  {
    value: 'mailchimp',
    label: 'Mailchimp',
    hint: 'The zip of an account export with the campaigns.',
  },
  {
    value: 'medium',
    label: 'Medium',
    hint: 'The zip of Settings → Security and apps → Download your information.',
  },
  { value: 'notion', label: 'Notion', hint: 'The zip of Export, as Markdown & CSV or as HTML.' },
  {
    value: 'rss',
    label: 'Feed (RSS, Atom)',
    hint: 'The feed, saved as a file. It has only the texts that the old site puts into it.',
  },
]

/** The first step: the system and its export. */
export function ChooseExport({
  system: first,
  problem,
  onSend,
}: {
  /** The system that is chosen at first. */
  system: ImportKind
  /** Why the last attempt failed; null without one. */
  problem: string | null
  onSend: (file: File, system: ImportKind) => void
}) {
  const [system, setSystem] = useState(first)
  const [file, setFile] = useState<File>()
  const [fault, setFault] = useState<string>()
  const chosen = systems.find(({ value }) => value === system)

  function submit() {
    if (!file) return setFault('Please choose the file of the export.')
    if (file.size === 0) return setFault('This file is empty.')
    if (file.size > exportMaxBytes)
      return setFault(
        `The file is larger than ${fileSizeLabel(exportMaxBytes)}. Import the export in parts.`,
      )
    onSend(file, system)
  }

  return (
    <Card title="The export">
      {problem !== null && <ErrorNotice className="mb-4">{problem}</ErrorNotice>}
      <form
        noValidate
        aria-label="Choose an export"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <SelectField
          label="System"
          options={systems}
          value={system}
          onChange={({ target }) => setSystem(target.value as ImportKind)}
        />
        <FileField
          label="File"
          hint={chosen?.hint}
          error={fault}
          accept=".zip,.xml,.json,.md,.html,application/zip,text/xml,application/json"
          onFile={(given) => {
            setFault(undefined)
            setFile(given)
          }}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" variant="primary" icon={<FileUp />}>
            Start Dry Run
          </Button>
          <p className="text-small text-muted">
            Nothing is written before you have seen what comes in.
          </p>
        </div>
      </form>
    </Card>
  )
}
