import { ImageOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { shownAt } from '#domain/shown-at.ts'
import { waitingKey } from '#domain/waiting-picture.ts'
import { useLocal } from '../../shell/local-provider.tsx'
import { pictureName } from './picture-address.ts'

/**
 * The source of a picture: as `shownAt`, or from this device while it waits for its upload. Null
 * when its upload was cancelled.
 */
export function usePictureSource(url: string, width: number): string | null {
  const { pictures } = useLocal()
  const source = useSyncExternalStore(pictures.onChange, () => pictures.sourceOf(url))
  return source === null || source.startsWith('blob:') ? source : shownAt(source, width)
}

/** The name of a picture's file, also while it waits for its upload. */
export function usePictureName(): (url: string) => string {
  const { pictures } = useLocal()
  return (url) => {
    if (waitingKey(url) === null) return pictureName(url)
    return pictures.fileOf(url)?.name ?? 'a picture that was not uploaded'
  }
}

/**
 * A picture of the library or one that waits for its upload; an icon when its upload was cancelled.
 */
export function ShownPicture({
  url,
  width,
  height,
  alt,
  className,
  'data-part': part,
}: {
  url: string
  /** The width in pixels; the file is requested in that width. */
  width: number
  height?: number
  alt: string
  className?: string
  'data-part'?: string
}) {
  const source = usePictureSource(url, width)
  if (source === null)
    return (
      <span
        className={className}
        data-part={part}
        role="img"
        aria-label="This picture was not uploaded"
      >
        <ImageOff />
      </span>
    )
  return (
    <img
      src={source}
      alt={alt}
      className={className}
      data-part={part}
      width={width}
      height={height}
    />
  )
}

/** States that a picture waits for its upload or was cancelled; nothing for others. */
export function WaitingWords({ url }: { url: string }) {
  const { pictures } = useLocal()
  const source = useSyncExternalStore(pictures.onChange, () => pictures.sourceOf(url))
  if (waitingKey(url) === null || (source !== null && !source.startsWith('blob:'))) return null
  return source === null ? (
    <p className="form-error">This picture was not uploaded. Choose it again, or remove it.</p>
  ) : (
    <p className="text-tiny text-muted">
      Kept on this device; it is uploaded before what it stands in is saved.
    </p>
  )
}
