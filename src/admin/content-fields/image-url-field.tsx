import { useEffect, useState } from 'react'
import { TextField } from '../../ui/field.tsx'

/** The address of a picture, with the picture beside it as soon as it loads. */
export function ImageUrlField({
  label = 'Image URL',
  value,
  onChange,
  error,
  hint = 'A picture of this site (/media/…) or an http(s) address.',
}: {
  label?: string
  value: string
  onChange: (url: string) => void
  error?: string
  hint?: string
}) {
  const url = value.trim()
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another picture
  useEffect(() => setState('loading'), [url])
  const showable = /^(\/(?!\/)|https?:\/\/)./.test(url)
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-56 flex-1">
        <TextField
          label={label}
          value={value}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          hint={showable && state === 'failed' ? 'This picture could not be loaded.' : hint}
          error={error}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      {showable && state !== 'failed' && (
        <img
          key={url}
          className="cover w-32 flex-none rounded-card"
          src={url.startsWith('/media/') ? `${url}?w=320` : url}
          alt="Preview"
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
      )}
    </div>
  )
}
