const widths = [320, 480, 640, 960, 1280, 1920]

export interface CoverProps {
  imageUrl: string | null
  /** Empty where a title beside the picture says the same. */
  alt: string
  /** Name of the picture in `public/fallback/` for an item without one: a category or a kind of item. */
  fallback: string
  /** The `sizes` of the place it stands in; for phones a little less than it is, so that their usual densities take the next smaller file. */
  sizes: string
  /** The largest picture of the first screen: loaded first. */
  priority?: boolean
  className?: string
}

/** A 16:9 picture that keeps its room while it loads. Pictures of this site come in the width that the place needs. */
export function Cover({ imageUrl, alt, fallback, sizes, priority = false, className = '' }: CoverProps) {
  const source = imageUrl ?? `/fallback/${fallback}.svg`
  return (
    <img
      className={`cover ${className}`}
      {...(source.startsWith('/media/')
        ? { src: `${source}?w=960`, srcSet: widths.map((width) => `${source}?w=${width} ${width}w`).join(', '), sizes }
        : { src: source })}
      alt={alt}
      width={1280}
      height={720}
      loading={priority ? 'eager' : 'lazy'}
      decoding={priority ? 'auto' : 'async'}
      {...(priority ? { fetchPriority: 'high' as const } : {})}
    />
  )
}
