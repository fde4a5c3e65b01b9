import { TextField } from '../../ui/field.tsx'
import {
  type CreatedType,
  type CreatorInput,
  type CreatorPicture,
  withPictureFacts,
  withTagToggled,
} from '../editing/creator-state.ts'
import type { AnalyzedPicture } from '../editor/pictures/analysis-source.ts'
import { ImageAnalysisCard } from '../editor/pictures/image-analysis.tsx'
import { usePictureName, WaitingWords } from '../editor/pictures/shown-picture.tsx'
import { useLocal } from '../shell/local-provider.tsx'
import { TagSuggestions } from './tag-suggestions.tsx'

/** Details of the selected picture: alt text, suggested tags, description. */
export function SelectedPicture({
  type,
  picture,
  input,
  onInput,
}: {
  type: CreatedType
  picture: CreatorPicture
  input: CreatorInput
  onInput: (change: (input: CreatorInput) => CreatorInput) => void
}) {
  const { url, alt } = picture
  const { pictures } = useLocal()
  const pictureName = usePictureName()
  const file = pictures.fileOf(url)
  const analyzed: AnalyzedPicture = file ? { kind: 'file', file } : { kind: 'address', url }
  const note = (facts: Partial<CreatorPicture>) =>
    onInput((now) => withPictureFacts(now, url, facts))
  return (
    <div className="grid grid-cols-1 gap-4 border-t border-line pt-4">
      <p className="text-tiny text-muted">
        <span className="font-semibold text-ink wrap-anywhere">{pictureName(url)}</span> becomes the
        featured image. All of them are in the media library.
      </p>
      <WaitingWords url={url} />
      <TextField
        label="Alt Text"
        hint="What the picture shows, for people who cannot see it."
        value={alt}
        onChange={(event) => note({ alt: event.target.value })}
      />
      <TagSuggestions
        picture={analyzed}
        text={input.raw}
        suggested={picture.suggested}
        taken={input.tags}
        forArticle={type === 'articles'}
        onSuggested={(suggested) => note({ suggested })}
        onToggle={(tag) => onInput((now) => withTagToggled(now, tag))}
      />
      <ImageAnalysisCard
        picture={analyzed}
        text={input.raw}
        alt={alt}
        onUseAlt={(description) => note({ alt: description })}
      />
    </div>
  )
}
