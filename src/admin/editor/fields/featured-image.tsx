import { ImagePlus } from 'lucide-react'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { registerField } from '../../../ui/register-field.ts'
import type { DraftValues } from '../../documents/draft-values.ts'
import { MediaPicker } from '../pictures/media-picker.tsx'
import { ShownPicture, WaitingWords } from '../pictures/shown-picture.tsx'
import { ItemGroup } from './side-groups.tsx'

/** The group of an item's featured image. `title` and `intro` are shown in its dialog. */
export function FeaturedImage({ title, intro }: { title?: string; intro?: string }) {
  const form = useFormContext<DraftValues>()
  const { control, getValues, setValue } = form
  const imageUrl = useWatch({ control, name: 'imageUrl' })
  const [open, setOpen] = useState(false)
  const error = form.formState.errors.imageUrl?.message
  return (
    <ItemGroup
      title="Featured Image"
      fields={['imageUrl', 'imageAlt']}
      words={({ values: { imageAlt } }) => [
        !imageUrl ? 'No image' : imageAlt.trim() ? 'Set' : 'Set, without alt text',
      ]}
    >
      {imageUrl ? (
        <div className="grid gap-3">
          <ShownPicture
            url={imageUrl}
            alt=""
            className="w-full h-auto aspect-video object-cover border border-line rounded-card
              bg-sunk"
            data-part="draft-image"
            width={640}
            height={360}
          />
          <WaitingWords url={imageUrl} />
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => setOpen(true)}>
              Change Image
            </Button>
            <Button size="sm" variant="ghost" onClick={() => setValue('imageUrl', '')}>
              Remove Image
            </Button>
          </div>
          <TextField
            {...registerField(form, 'imageAlt')}
            label="Alt Text"
            hint="What the picture shows, for people who cannot see it."
          />
        </div>
      ) : (
        <div className="grid gap-3">
          <button
            type="button"
            className="grid place-items-center content-center gap-2 w-full aspect-video
              border-[1.5px] border-dashed border-muted rounded-card text-muted text-15
              hover:border-ink hover:text-ink"
            onClick={() => setOpen(true)}
          >
            <ImagePlus />
            Click to add a featured image
          </button>
          <Button size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
            Add Image
          </Button>
        </div>
      )}
      <FormError>{error}</FormError>
      {open && (
        <MediaPicker
          title={title}
          intro={intro}
          text={getValues('content')}
          mayWait
          field="imageUrl"
          onClose={() => setOpen(false)}
          onPick={({ url, alt }) => {
            setValue('imageUrl', url)
            setValue('imageAlt', alt)
            setOpen(false)
          }}
        />
      )}
    </ItemGroup>
  )
}
