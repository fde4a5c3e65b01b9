import { Controller, useFormContext } from 'react-hook-form'
import { english, neutralEnglish, type TextKey } from '#domain/site/texts/en.ts'
import type { LookFields } from '#domain/site-files.ts'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/field.tsx'

/** The texts that sites change most; every other is changed in `site.yaml`. */
const offered: ReadonlyArray<readonly [key: TextKey, label: string]> = [
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

/** Own words in place of those of the public pages. */
export function OwnTexts() {
  const { control, watch } = useFormContext<LookFields>()
  const isOwn = watch('categories').length > 0
  return (
    <Card title="Texts">
      <Controller
        control={control}
        name="texts"
        render={({ field: { value, onChange }, formState }) => (
          <div className="grid gap-4">
            <p className="text-small text-muted">An empty field has the text that it shows.</p>
            {offered.map(([key, label]) => (
              <TextField
                key={key}
                label={label}
                placeholder={(isOwn && neutralEnglish[key]) || english[key]}
                value={value[key] ?? ''}
                error={(formState.errors.texts?.[key] as { message?: string } | undefined)?.message}
                onChange={({ target }) => {
                  const { [key]: _, ...others } = value
                  onChange(target.value === '' ? others : { ...value, [key]: target.value })
                }}
              />
            ))}
          </div>
        )}
      />
    </Card>
  )
}
