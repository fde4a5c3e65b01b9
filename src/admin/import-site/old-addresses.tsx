import { useState } from 'react'
import { groupedNumber } from '#domain/count-words.ts'
import { fileSizeLabel } from '#domain/file-size.ts'
import { addressListMax, type ImportSummary } from '#domain/import/state.ts'
import { Card } from '../../ui/card.tsx'
import { Field, LiteralField } from '../../ui/field.tsx'

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
  const [fault, setFault] = useState<string | null>(null)

  async function choose(file: File | undefined) {
    const isTooLarge = file !== undefined && file.size > addressListMax
    setFault(isTooLarge ? `The file is larger than ${fileSizeLabel(addressListMax)}.` : null)
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
        <Field
          label="Sitemap or feed of the old site"
          hint="An XML file, or a list with one address per line."
          {...(fault !== null && { error: fault })}
          control={(ties) => (
            <input
              {...ties}
              type="file"
              disabled={disabled}
              accept=".xml,.txt,.rss,.atom,text/xml,text/plain"
              className="control p-1.25 file:me-2.5 file:py-0.75 file:px-2.5 file:border-[1.5px] file:border-ink file:rounded-[3px] file:bg-surface file:text-ink file:font-semibold"
              onChange={({ target }) => void choose(target.files?.[0])}
            />
          )}
        />
      </div>
    </Card>
  )
}
