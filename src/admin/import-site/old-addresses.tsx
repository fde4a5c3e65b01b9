import { useState } from 'react'
import { groupedNumber } from '#domain/count-words.ts'
import { fileSizeLabel } from '#domain/file-size.ts'
import type { ImportSummary } from '#domain/import/report.ts'
import { addressListMax } from '#domain/import/state.ts'
import { Card } from '../../ui/card.tsx'
import { FileField, LiteralField } from '../../ui/field.tsx'

/** How the addresses of the old site are known: their pattern, and a list of them. */
export function OldAddresses({
  old,
  pattern,
  disabled,
  onPattern,
  onList,
}: {
  old: ImportSummary['old']
  pattern: string | undefined
  disabled: boolean
  /** Undefined for the pattern of the dry run. */
  onPattern: (pattern: string | undefined) => void
  /** The text of a list; undefined when there is none to send. */
  onList: (list: string | undefined) => void
}) {
  const [fault, setFault] = useState<string>()

  async function choose(file: File | undefined) {
    const isTooLarge = file !== undefined && file.size > addressListMax
    setFault(isTooLarge ? `The file is larger than ${fileSizeLabel(addressListMax)}.` : undefined)
    onList(file === undefined || isTooLarge ? undefined : await file.text())
  }

  return (
    <Card title="Old addresses">
      <p className="mb-3 text-small text-muted">
        {old.list === null
          ? 'The export has no list of them, so nothing tells whether all lead to their texts.'
          : `Addresses in ${old.list} that lead to their texts: ${groupedNumber(old.covered)} of ${groupedNumber(old.total)}.`}
      </p>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <LiteralField
          label="Pattern"
          hint="Of posts, such as /blog/{year}/{month}/{day}/{slug}; also {title} and {category}."
          disabled={disabled}
          maxLength={300}
          value={pattern ?? old.pattern}
          onChange={({ target }) =>
            onPattern(target.value === old.pattern ? undefined : target.value)
          }
        />
        <FileField
          label="Sitemap or feed of the old site"
          hint="An XML file, or a list with one address per line."
          error={fault}
          disabled={disabled}
          accept=".xml,.txt,.rss,.atom,text/xml,text/plain"
          onFile={(file) => void choose(file)}
        />
      </div>
    </Card>
  )
}
