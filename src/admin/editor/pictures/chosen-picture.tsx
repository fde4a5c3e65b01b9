import { AudioLines, ImageOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { pictureMaxAltLength } from '#domain/media.ts'
import { shownAt } from '#domain/shown-at.ts'
import { TextArea } from '../../../ui/field.tsx'
import type { AnalyzedPicture } from './analysis-source.ts'
import { ImageAnalysisCard } from './image-analysis.tsx'
import { isSound } from './use-picture-choice.ts'

/** The chosen picture with its preview, alternative text and analysis. */
export function ChosenPicture({
  picture,
  text,
  alt,
  disabled,
  onAlt,
}: {
  picture: AnalyzedPicture
  text?: string
  alt: string
  disabled: boolean
  onAlt: (alt: string) => void
}) {
  const sounds = isSound(picture)
  return (
    <div className="chosen-picture">
      <Preview picture={picture} />
      <div className="grid content-start gap-4">
        <TextArea
          label={sounds ? 'Title' : 'Alt Text'}
          rows={2}
          maxLength={pictureMaxAltLength}
          hint={
            sounds
              ? 'What is heard, in a few words: readers see it above the player.'
              : 'What the picture shows, for people who cannot see it. Empty when it is only decoration.'
          }
          value={alt}
          disabled={disabled}
          onChange={({ target }) => onAlt(target.value.replace(/\n/g, ' '))}
        />
        {!sounds && (
          <ImageAnalysisCard
            key={picture.kind === 'file' ? keyOf(picture.file) : picture.url}
            picture={picture}
            text={text}
            alt={alt}
            onUseAlt={onAlt}
          />
        )}
      </div>
    </div>
  )
}

/** Shows a picture, or a message that it cannot be loaded (specification, section 2). */
function Preview({ picture }: { picture: AnalyzedPicture }) {
  const source = useSource(picture)
  const [failed, setFailed] = useState<string | null>(null)
  if (isSound(picture))
    return (
      <div className="picture-preview">
        {picture.kind === 'file' ? (
          <p className="picture-error">
            <AudioLines />
            Plays once it is uploaded
          </p>
        ) : (
          // biome-ignore lint/a11y/useMediaCaption: a sound of a few seconds without words
          <audio
            controls
            preload="metadata"
            src={picture.url}
            className="w-full px-3"
            aria-label="Preview"
          />
        )}
      </div>
    )
  if (source?.startsWith('http:'))
    return (
      <div className="picture-preview">
        <p className="picture-error">Shown once it is copied</p>
      </div>
    )
  if (source === null) return <div className="picture-preview" />
  return (
    <div className="picture-preview">
      {failed === source ? (
        <p className="picture-error" role="status">
          <ImageOff />
          Image Load Error
        </p>
      ) : (
        <img key={source} src={source} alt="Preview" onError={() => setFailed(source)} />
      )}
    </div>
  )
}

/** The address of the picture; a file has an object URL while it is shown. */
function useSource(picture: AnalyzedPicture): string | null {
  const file = picture.kind === 'file' ? picture.file : null
  const [own, setOwn] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setOwn(url)
    return () => {
      URL.revokeObjectURL(url)
      setOwn(null)
    }
  }, [file])
  return picture.kind === 'file' ? own : shownAt(picture.url, 960)
}

const keyOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`
