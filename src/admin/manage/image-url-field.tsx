import { Images } from 'lucide-react'
import { useEffect, useState } from 'react'
import { waitingKey } from '#domain/waiting-picture.ts'
import { Button } from '../../ui/button.tsx'
import { LiteralField } from '../../ui/field.tsx'
import { MediaPicker } from '../editor/pictures/media-picker.tsx'
import { usePictureSource, WaitingWords } from '../editor/pictures/shown-picture.tsx'
import type { UsedPicture } from '../editor/pictures/use-picture-choice.ts'

/** Field for the address of a picture, typed or chosen from the library, with a preview. */
export function ImageUrlField({
  label = 'Image URL',
  value,
  onChange,
  onPick,
  text,
  error,
  hint = 'A picture of this site (/media/…) or an http(s) address.',
}: {
  label?: string
  value: string
  onChange: (url: string) => void
  onPick: (picture: UsedPicture) => void
  /** Returns the text that the picture belongs to, for the description of the picture. */
  text: () => string
  error?: string
  hint?: string
}) {
  const url = value.trim()
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const [choosing, setChoosing] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed address starts a new load
  useEffect(() => setState('loading'), [url])
  const source = usePictureSource(url, 320)
  const waits = waitingKey(url) !== null
  const showable = waits ? source !== null : /^(\/(?!\/)|https?:\/\/)./.test(url)
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="grid min-w-56 flex-1 gap-2">
        <LiteralField
          label={label}
          value={value}
          inputMode="url"
          hint={showable && state === 'failed' ? 'This picture could not be loaded.' : hint}
          error={error}
          onChange={(event) => onChange(event.target.value)}
        />
        <WaitingWords url={url} />
        <Button
          size="sm"
          className="justify-self-start"
          icon={<Images />}
          onClick={() => setChoosing(true)}
        >
          Choose from media
        </Button>
      </div>
      {showable && state !== 'failed' && (
        <img
          key={url}
          className="cover w-32 flex-none rounded-card"
          src={source ?? url}
          alt="Preview"
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
      )}
      {choosing && (
        <MediaPicker
          mayWait
          text={text()}
          onClose={() => setChoosing(false)}
          onPick={(picture) => {
            setChoosing(false)
            onPick(picture)
          }}
        />
      )}
    </div>
  )
}
