import { useState } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import type { SiteProfile } from '#domain/site/site-profile.ts'
import { textsOf } from '#domain/site/text-of.ts'
import { everyEnglish } from '#domain/site/text-settings.ts'
import type { TextKey } from '#domain/site/texts/en.ts'
import type { LookFields } from '#domain/site-files.ts'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/field.tsx'
import { SearchField } from '../../ui/search-field.tsx'

/** The texts that sites change most, with their places. */
const common: ReadonlyArray<readonly [key: TextKey, label: string]> = [
  ['articles', 'Section of articles'],
  ['news', 'Section of news'],
  ['newsletter', 'Section of the newsletter'],
  ['downloads', 'Section of downloads'],
  ['bandTitle', 'Title of the band on the home page'],
  ['bandText', 'Text of the band on the home page'],
  ['sidebarFormTitle', 'Title of the form in the sidebar'],
  ['footerFormTitle', 'Title of the form in the footer'],
  ['downloadFormTitle', 'Title of the form for downloads'],
]
const commonKeys: ReadonlySet<TextKey> = new Set(common.map(([key]) => key))
const otherKeys = (Object.keys(everyEnglish) as Array<TextKey>).filter(
  (key) => !commonKeys.has(key),
)
const mostFound = 8

/**
 * Own words in place of those of the public pages. `profile` has the texts that hold without them.
 */
export function OwnTexts({ profile }: { profile: SiteProfile }) {
  const { control, formState } = useFormContext<LookFields>()
  // A field stays while it is typed in, also when it becomes empty.
  const [initial] = useState(() => new Set(Object.keys(formState.defaultValues?.texts ?? {})))
  const [wanted, setWanted] = useState('')
  const errors = formState.errors.texts as
    | Partial<Record<TextKey, { message?: string }>>
    | undefined
  const text = textsOf<TextKey>(profile.data.texts ?? {}, everyEnglish)
  const term = wanted.trim().toLowerCase()
  return (
    <Card title="Texts">
      <Controller
        control={control}
        name="texts"
        render={({ field: { value, onChange } }) => {
          const matches = otherKeys.filter((key) =>
            [key, text(key), value[key] ?? ''].some((words) => words.toLowerCase().includes(term)),
          )
          const found = new Set(term === '' ? [] : matches.slice(0, mostFound))
          const field = (key: TextKey, label: string) => (
            <TextField
              key={key}
              label={label}
              placeholder={text(key)}
              value={value[key] ?? ''}
              error={errors?.[key]?.message ?? ''}
              onChange={({ target }) => {
                const { [key]: _, ...others } = value
                onChange(target.value === '' ? others : { ...value, [key]: target.value })
              }}
            />
          )
          return (
            <div className="grid gap-4">
              <p className="text-small text-muted">
                An empty field has the text that it shows. A word in braces stands for a value.
              </p>
              {common.map(([key, label]) => field(key, label))}
              <div className="grid gap-4 border-t border-line pt-4">
                <SearchField label="Find another text" value={wanted} onSearch={setWanted} />
                {term !== '' && (
                  <p className="text-small text-muted" role="status">
                    {matches.length === 0
                      ? 'No text has these words.'
                      : matches.length > mostFound &&
                        `The first ${mostFound} of ${matches.length}.`}
                  </p>
                )}
                {otherKeys
                  .filter(
                    (key) =>
                      found.has(key) ||
                      (term === '' && (value[key] !== undefined || initial.has(key))),
                  )
                  .map((key) => field(key, text(key)))}
              </div>
            </div>
          )
        }}
      />
    </Card>
  )
}
