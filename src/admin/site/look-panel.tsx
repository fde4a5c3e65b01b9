import { Images } from 'lucide-react'
import { useState } from 'react'
import {
  Controller,
  FormProvider,
  type UseFormReturn,
  useController,
  useFormContext,
} from 'react-hook-form'
import { profileOf } from '#domain/site/profile-of.ts'
import type { SiteProfile } from '#domain/site/site-profile.ts'
import { type Subject, subjects } from '#domain/site/subject.ts'
import type { LookFields } from '#domain/site-files.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LiteralField, SelectField } from '../../ui/field.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { partLabels } from '../documents/settings-labels.ts'
import { useLookDraft } from '../editing/use-site-draft.ts'
import { MediaPicker } from '../editor/pictures/media-picker.tsx'
import { CategoryList } from './category-list.tsx'
import { MenuLinks } from './menu-links.tsx'
import { OwnTexts } from './own-texts.tsx'
import { type SettingsPanelProps, SettingsProblems, SitePanel } from './site-panel.tsx'
import { ThemeFields } from './theme-fields.tsx'
import { WordFields } from './word-fields.tsx'

/** Form of the keys of `site.yaml` that say what the site is about and how it looks. */
export function LookPanel({ loaded, stored, active, onDirty }: SettingsPanelProps) {
  const draft = useLookDraft(loaded, stored)
  const { form } = draft
  const profile = useGivenWords(form, loaded.settings.language)
  return (
    <SitePanel draft={draft} title="Subject and looks" href="/" active={active} onDirty={onDirty}>
      <SettingsProblems problems={loaded.problems} />
      <FormProvider {...form}>
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] lg:items-start">
          <div className="grid content-start gap-4">
            <SubjectField />
            <CategoryList articlesIn={loaded.articlesIn} />
            <WordFields />
            <OwnTexts profile={profile} />
            <Card title="Pictures">
              <div className="grid gap-5">
                <PictureField name="logo" label="Logo" hint="Shown beside the name." />
                <PictureField
                  name="favicon"
                  label="Icon"
                  hint="In tabs and on home screens: a square PNG."
                />
              </div>
            </Card>
          </div>
          <div className="grid content-start gap-4">
            <Card title="Parts">
              <div className="grid gap-3">
                {partLabels.map(([name, label]) => (
                  <Controller
                    key={name}
                    control={form.control}
                    name={`parts.${name}`}
                    render={({ field: { value, ...field } }) => (
                      <SwitchField {...field} label={label} checked={value} />
                    )}
                  />
                ))}
                <p className="form-hint">
                  A part that is off has no pages, links or feeds. Its files stay.
                </p>
              </div>
            </Card>
            <Card title="Colors and fonts">
              <ThemeFields />
            </Card>
            <MenuLinks profile={profile} />
          </div>
        </div>
      </FormProvider>
    </SitePanel>
  )
}

const subjectLabels: Readonly<Record<Subject, string>> = {
  default: 'Making music with Live, as it came',
  own: 'Another subject',
}

/** What the site is about, which decides what holds where it has no words of its own. */
function SubjectField() {
  const { register, watch } = useFormContext<LookFields>()
  return (
    <Card title="Subject">
      <SelectField
        {...register('subject')}
        label="The site is about"
        options={subjects.map((value) => ({ value, label: subjectLabels[value] }))}
        hint={
          watch('subject') === 'default'
            ? 'Texts, levels, versions and the logo are those that it came with, where it has none of its own.'
            : 'Texts name no music, and the site has only the levels and versions that it lists.'
        }
      />
    </Card>
  )
}

/** The words that hold without texts and links of the site's own, as the form stands. */
function useGivenWords({ watch }: UseFormReturn<LookFields>, language: string): SiteProfile {
  const [subject, categories, parts] = watch(['subject', 'categories', 'parts'])
  return profileOf({ language, subject, categories, parts })
}

/** A picture of the site: typed as an address of the media library, or chosen from it. */
function PictureField({
  name,
  label,
  hint,
}: {
  name: 'logo' | 'favicon'
  label: string
  hint: string
}) {
  const { field, fieldState } = useController<LookFields, 'logo' | 'favicon'>({ name })
  const [choosing, setChoosing] = useState(false)
  const [failed, setFailed] = useState('')
  const isShown = field.value.startsWith('/media/') && failed !== field.value
  return (
    <div className="grid gap-2">
      <div className="grid items-end gap-3 has-[img]:grid-cols-[minmax(0,1fr)_auto]">
        <LiteralField
          {...field}
          label={label}
          placeholder="/media/logo.png"
          error={fieldState.error?.message ?? ''}
        />
        {isShown && (
          <img
            className="size-11 rounded-card border border-line bg-sunk object-contain p-1"
            src={field.value}
            alt={`${label}, now`}
            onError={() => setFailed(field.value)}
          />
        )}
      </div>
      <p className="form-hint">{hint}</p>
      <Button
        size="sm"
        className="justify-self-start"
        icon={<Images />}
        aria-label={`Choose from media: ${label}`}
        onClick={() => setChoosing(true)}
      >
        Choose from media
      </Button>
      {choosing && (
        <MediaPicker
          onClose={() => setChoosing(false)}
          onPick={({ url }) => {
            setChoosing(false)
            field.onChange(url)
          }}
        />
      )}
    </div>
  )
}
