import { X } from 'lucide-react'
import { ShownPicture, usePictureName } from '../editor/pictures/shown-picture.tsx'
import type { CreatorPicture } from '../item/creator-state.ts'

/** The uploaded pictures; one is selected and becomes the featured image. Removing one keeps its file. */
export function PictureTiles({
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
    <ul className="creator-tiles" aria-label="Uploaded images">
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
            className="creator-remove"
            aria-label={`Remove ${pictureName(url)}`}
            title="Remove"
            onClick={() => onRemove(url)}
          >
            <X aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
