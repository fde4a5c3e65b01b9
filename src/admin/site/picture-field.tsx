import { Images } from 'lucide-react'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import type { LookFields } from '#domain/site-files.ts'
import { Button } from '../../ui/button.tsx'
import { LiteralField } from '../../ui/field.tsx'
import { MediaPicker } from '../editor/pictures/media-picker.tsx'

/** A picture of the site: typed as an address of the media library, or chosen from it. */
export function PictureField({
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
