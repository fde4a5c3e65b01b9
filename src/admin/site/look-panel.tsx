import { Controller, FormProvider } from 'react-hook-form'
import type { SiteSettingsAnswer } from '#domain/site-files.ts'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/field.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import type { StoredFile } from '../item/use-file-draft.ts'
import { useLookDraft } from '../item/use-site-draft.ts'
import { CategoryList } from './category-list.tsx'
import { MenuLinks } from './menu-links.tsx'
import { OwnTexts } from './own-texts.tsx'
import { SitePanel } from './site-panel.tsx'
import { ThemeFields } from './theme-fields.tsx'
import { LevelsField, VersionsField } from './word-fields.tsx'

const parts = [
  ['news', 'News'],
  ['newsletters', 'Newsletters'],
  ['downloads', 'Downloads'],
] as const

/** Form of the keys of `site.yaml` that say what the site is about and how it looks. */
export function LookPanel({
  loaded,
  stored,
  active,
  onDirty,
}: {
  loaded: SiteSettingsAnswer
  stored: StoredFile
  active: boolean
  onDirty: (dirty: boolean) => void
}) {
  const draft = useLookDraft(loaded, stored)
  const { form } = draft
  const { errors } = form.formState
  const { control } = form
  return (
    <SitePanel draft={draft} title="Subject and looks" href="/" active={active} onDirty={onDirty}>
      <FormProvider {...form}>
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] lg:items-start">
          <div className="grid content-start gap-4">
            <CategoryList />
            <Card title="Levels and versions">
              <div className="grid gap-4">
                <Controller
                  control={control}
                  name="levels"
                  render={({ field, fieldState }) => (
                    <LevelsField value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
                  )}
                />
                <Controller
                  control={control}
                  name="versions"
                  render={({ field, fieldState }) => (
                    <VersionsField value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
                  )}
                />
              </div>
            </Card>
            <OwnTexts />
          </div>
          <div className="grid content-start gap-4">
            <Card title="Parts">
              <div className="grid gap-3">
                {parts.map(([name, label]) => (
                  <Controller
                    key={name}
                    control={control}
                    name={`parts.${name}`}
                    render={({ field: { value, ...field } }) => (
                      <SwitchField {...field} label={label} checked={value} />
                    )}
                  />
                ))}
                <p className="form-hint">A part that is off has no pages, links or feeds.</p>
              </div>
            </Card>
            <Card title="Colors and fonts">
              <ThemeFields />
            </Card>
            <Card title="Pictures">
              <div className="grid gap-4">
                <TextField
                  {...form.register('logo')}
                  label="Logo"
                  placeholder="/media/logo.png"
                  hint="Shown beside the name: a file of the media library."
                  error={errors.logo?.message}
                />
                <TextField
                  {...form.register('favicon')}
                  label="Icon"
                  placeholder="/media/icon.png"
                  hint="In tabs and on home screens: a square PNG."
                  error={errors.favicon?.message}
                />
              </div>
            </Card>
            <MenuLinks />
          </div>
        </div>
      </FormProvider>
    </SitePanel>
  )
}
