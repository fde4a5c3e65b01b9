import { Plus, Trash2 } from 'lucide-react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { type SettingsFields, settingsFields } from '#domain/site-files.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { registerField } from '../../ui/register-field.ts'
import { detailLabels } from '../documents/settings-labels.ts'
import { useSiteYamlDraft } from '../editing/use-site-draft.ts'
import { type SettingsPanelProps, SettingsProblems, SitePanel } from './site-panel.tsx'

/** Form of the fields of `site.yaml`. */
export function SettingsPanel({ loaded, stored, active, onDirty }: SettingsPanelProps) {
  const draft = useSiteYamlDraft<SettingsFields>(loaded, stored, settingsFields)
  const { form } = draft
  const text = (name: Exclude<keyof SettingsFields, 'social'>) => ({
    ...registerField(form, name),
    label: detailLabels[name],
  })
  return (
    <SitePanel draft={draft} title="Site details" href="/" active={active} onDirty={onDirty}>
      <SettingsProblems problems={loaded.problems} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] lg:items-start">
        <Card title="Words">
          <div className="grid gap-4">
            <TextField {...text('name')} />
            <TextField
              {...text('tagline')}
              hint="Shown beside the name in the title of the home page."
            />
            <TextArea
              {...text('description')}
              rows={3}
              hint="What search engines show of the home page."
            />
            <TextArea {...text('about')} rows={4} hint="In the footer of every page." />
            <TextArea {...text('disclaimer')} rows={3} hint="In the footer of every page." />
            <TextArea
              {...text('newsIntro')}
              rows={2}
              hint="At the top of the list of news, and in search engines."
            />
            <TextArea
              {...text('newslettersIntro')}
              rows={2}
              hint="At the top of the list of issues, and in search engines."
            />
          </div>
        </Card>
        <div className="grid content-start gap-4">
          <Card title="Contact">
            <div className="grid gap-4">
              <TextField {...text('email')} type="email" hint="Where visitors can write to." />
              <TextArea
                {...text('postalAddress')}
                rows={3}
                hint="Shown in every newsletter; the law requires it in many countries."
              />
            </div>
          </Card>
          <Card title="Place and language">
            <div className="grid gap-4">
              <TextField
                {...text('timeZone')}
                hint="The time zone of all dates and schedules: UTC, Europe/Berlin …"
              />
              <TextField
                {...text('language')}
                hint="The language of the texts: en, de or he, also with a region (de-AT). Texts of another one are English."
              />
            </div>
          </Card>
          <SocialLinks form={form} />
        </div>
      </div>
    </SitePanel>
  )
}

/** The links of the footer to other places of the web. */
function SocialLinks({ form }: { form: UseFormReturn<SettingsFields> }) {
  const social = useFieldArray({ control: form.control, name: 'social' })
  return (
    <Card
      title="Links"
      actions={
        <Button size="sm" icon={<Plus />} onClick={() => social.append({ name: '', url: '' })}>
          Add Link
        </Button>
      }
    >
      {social.fields.length === 0 ? (
        <p className="text-small text-muted">No links in the footer yet.</p>
      ) : (
        <ul className="grid gap-4">
          {social.fields.map((link, index) => (
            <li
              key={link.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2
                [&>:nth-child(2)]:row-2 [&>:nth-child(2)]:col-span-full
                sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto] sm:[&>:nth-child(2)]:row-auto
                sm:[&>:nth-child(2)]:col-auto"
            >
              <TextField
                {...registerField(form, `social.${index}.name`)}
                label={`Name of link ${index + 1}`}
              />
              <TextField
                {...registerField(form, `social.${index}.url`)}
                label={`Address of link ${index + 1}`}
                type="url"
              />
              <IconButton
                label={`Remove link ${index + 1}`}
                icon={<Trash2 />}
                onClick={() => social.remove(index)}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
