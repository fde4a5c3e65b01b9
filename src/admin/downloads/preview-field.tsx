import { useState } from 'react'
import { downloadTable } from '#domain/item/download-fields.ts'
import { Button } from '../../ui/button.tsx'
import { FieldMessages } from '../../ui/field.tsx'
import { pictureName } from '../editor/pictures/picture-address.ts'
import { SoundPicker } from '../editor/pictures/sound-picker.tsx'

/** The preview of a download: a sound of the library, to listen to, change and remove. */
export function PreviewField({
  value,
  error,
  onChange,
}: {
  /** The address of the sound; '' for none. */
  value: string
  error: string | undefined
  onChange: (url: string) => void
}) {
  const [choosing, setChoosing] = useState(false)
  const { label, hint } = downloadTable.preview
  return (
    <fieldset className="form-field" aria-describedby={error ? 'preview-error' : 'preview-hint'}>
      <legend className="form-label">{label}</legend>
      {value !== '' && (
        <div className="grid gap-2">
          <p className="truncate text-small font-semibold">{pictureName(value)}</p>
          {/* biome-ignore lint/a11y/useMediaCaption: a preview has no words */}
          <audio
            key={value}
            className="h-9 w-full"
            controls
            preload="none"
            src={value}
            aria-label="Preview"
          />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => setChoosing(true)}>
          {value ? 'Change Sound' : 'Choose Sound'}
        </Button>
        {value !== '' && (
          <Button size="sm" variant="ghost" onClick={() => onChange('')}>
            Remove Sound
          </Button>
        )}
      </div>
      <FieldMessages id="preview" error={error} hint={hint} />
      {choosing && (
        <SoundPicker
          chosen={value}
          onClose={() => setChoosing(false)}
          onPick={(url) => {
            setChoosing(false)
            onChange(url)
          }}
        />
      )}
    </fieldset>
  )
}
