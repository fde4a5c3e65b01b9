import { X } from 'lucide-react'
import type { CreatorPicture } from '../editing/creator-state.ts'
import { ShownPicture, usePictureName } from '../editor/pictures/shown-picture.tsx'

/**
 * Grid of the uploaded pictures; the selected one becomes the featured image. Removing one does not
 * delete its file.
 */
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
    <ul
      className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2.5 [&>li]:relative [&_.tile-frame]:mb-0 [&_.tile[aria-pressed='true']>.tile-frame::after]:end-auto [&_.tile[aria-pressed='true']>.tile-frame::after]:start-1.5"
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
            className="absolute top-1 end-1 grid place-items-center size-7 rounded-full bg-surface border border-line text-ink hover:bg-ink hover:text-paper [&_svg]:size-3.75 pointer-coarse:size-9"
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
