import { encodedAddress, shownAt } from '#domain/shown-at.ts'
import { useProfile } from '../ui/site-profile.tsx'

const widths = [320, 480, 640, 960, 1280, 1920]

export interface CoverProps {
  imageUrl: string | null
  /** Empty when a title beside the picture has the same text. */
  alt: string
  /** For an item without a picture: its category, or its type, and its slug. */
  drawn: { kind: string; slug: string }
  /**
   * The `sizes` attribute. For phones slightly less than the real width, so that common pixel
   * densities use the next smaller file.
   */
  sizes: string
  /** The largest picture of the first screen; it is loaded first. */
  priority?: boolean
  className?: string
}

/**
 * A 16:9 picture that reserves its space while loading. Pictures of this site are requested in the
 * width that is needed.
 */
export function Cover({
  imageUrl,
  alt,
  drawn,
  sizes,
  priority = false,
  className = '',
}: CoverProps) {
  const { categories } = useProfile()
  const source = imageUrl ?? categories.cover(drawn.kind, drawn.slug)
  return (
    <img
      className={`cover ${className}`}
      {...(source.startsWith('/media/')
        ? {
            src: shownAt(source, 960),
            srcSet: widths.map((width) => `${shownAt(source, width)} ${width}w`).join(', '),
            sizes,
          }
        : { src: encodedAddress(source) })}
      alt={alt}
      width={1280}
      height={720}
      loading={priority ? 'eager' : 'lazy'}
      decoding={priority ? 'auto' : 'async'}
      {...(priority ? { fetchPriority: 'high' as const } : {})}
    />
  )
}
