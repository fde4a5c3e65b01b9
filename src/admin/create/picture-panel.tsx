import { ImagePlus, X } from 'lucide-react'
import { useEffect } from 'react'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/field.tsx'
import {
  type CreatedType,
  type CreatorInput,
  type CreatorPicture,
  withoutPicture,
  withPictureFacts,
  withTagToggled,
} from '../editing/creator-state.ts'
import type { AnalyzedPicture } from '../editor/pictures/analysis-source.ts'
import { ImageAnalysisCard } from '../editor/pictures/image-analysis.tsx'
import { pictureTypes, takenPictures } from '../editor/pictures/picture-file.ts'
import { ShownPicture, usePictureName, WaitingWords } from '../editor/pictures/shown-picture.tsx'
import { UploadList } from '../editor/pictures/upload-list.tsx'
import { useFiles } from '../editor/pictures/use-files.ts'
import type { useUploads } from '../editor/pictures/use-uploads.ts'
import { FileChooser } from '../shell/file-chooser.tsx'
import { useLocal } from '../shell/local-provider.tsx'
import { TagSuggestions } from './tag-suggestions.tsx'

export type Uploads = ReturnType<typeof useUploads>

/** Pictures of the input step: upload, grid, and details of the selected one. */
export function PicturePanel({
  type,
  input,
  uploads,
  onInput,
}: {
  type: CreatedType
  input: CreatorInput
  uploads: Uploads
  onInput: (change: (input: CreatorInput) => CreatorInput) => void
}) {
  const { jobs, add, clear } = uploads
  const over = useFiles(add)
  const allStored =
    jobs.length > 0 && jobs.every(({ state }) => state.kind === 'stored' || state.kind === 'kept')
  // Stored and queued pictures are shown in the grid.
  useEffect(() => {
    if (allStored) clear()
  }, [allStored, clear])
  const picture = input.pictures.find(({ url }) => url === input.selected)

  return (
    <Card title="Images" className="lg:row-span-2 lg:self-start">
      <div className="grid grid-cols-1 gap-4">
        <FileChooser accept={pictureTypes} multiple onFiles={add}>
          {(open) => (
            <button
              type="button"
              className="drop-zone min-h-34"
              data-over={over || undefined}
              onClick={open}
            >
              <ImagePlus />
              <span className="font-semibold">
                {over ? 'Drop them here' : 'Click to upload images'}
              </span>
              <span className="text-tiny">
                or drop them anywhere, or paste them. {takenPictures} each.
              </span>
            </button>
          )}
        </FileChooser>
        {!allStored && <UploadList uploads={uploads} />}
        {input.pictures.length > 0 && (
          <PictureTiles
            pictures={input.pictures}
            selected={input.selected}
            onSelect={(url) => onInput((now) => ({ ...now, selected: url }))}
            onRemove={(url) => onInput((now) => withoutPicture(now, url))}
          />
        )}
        {picture && (
          <SelectedPicture
            key={picture.url}
            type={type}
            picture={picture}
            input={input}
            onInput={onInput}
          />
        )}
      </div>
    </Card>
  )
}

/**
 * Grid of the uploaded pictures; the selected one becomes the featured image. Removing one does not
 * delete its file.
 */
function PictureTiles({
  pictures,
  selected,
  onSelect,
  onRemove,
}: {
  pictures: ReadonlyArray<CreatorPicture>
  selected: string | null
  onSelect: (url: string) => void
  onRemove: (url: string) => void
}) {
  const pictureName = usePictureName()
  return (
    <ul
      className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2.5 [&>li]:relative
        [&_.tile-frame]:mb-0 [&_.tile[aria-pressed='true']>.tile-frame::after]:end-auto
        [&_.tile[aria-pressed='true']>.tile-frame::after]:start-1.5"
      data-part="creator-tiles"
      aria-label="Uploaded images"
    >
      {pictures.map(({ url, alt }) => (
        <li key={url}>
          <button
            type="button"
            className="tile"
            aria-pressed={url === selected}
            aria-label={`Select ${pictureName(url)}`}
            onClick={() => onSelect(url)}
          >
            <span className="tile-frame">
              <ShownPicture url={url} alt={alt} width={320} height={240} />
            </span>
          </button>
          <button
            type="button"
            className="absolute top-1 end-1 grid place-items-center size-7 rounded-full bg-surface
              border border-line text-ink hover:bg-ink hover:text-paper [&_svg]:size-3.75
              pointer-coarse:size-9"
            aria-label={`Remove ${pictureName(url)}`}
            title="Remove"
            onClick={() => onRemove(url)}
          >
            <X />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Details of the selected picture: alt text, suggested tags, description. */
function SelectedPicture({
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
