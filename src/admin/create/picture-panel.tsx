import { ImagePlus } from 'lucide-react'
import { useEffect } from 'react'
import { Card } from '../../ui/card.tsx'
import { type CreatedType, type CreatorInput, withoutPicture } from '../editing/creator-state.ts'
import { pictureTypes, takenPictures } from '../editor/pictures/picture-file.ts'
import { UploadList } from '../editor/pictures/upload-list.tsx'
import { useFiles } from '../editor/pictures/use-files.ts'
import type { useUploads } from '../editor/pictures/use-uploads.ts'
import { FileChooser } from '../shell/file-chooser.tsx'
import { PictureTiles } from './picture-tiles.tsx'
import { SelectedPicture } from './selected-picture.tsx'

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
