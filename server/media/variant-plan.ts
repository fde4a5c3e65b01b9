import type { PictureFacts, PictureFormat, RasterFormat } from './picture-facts.ts'

/** Widths that `?w=` answers; others round up, the last is the largest (rulings, section 6). */
export const variantWidths = [320, 480, 640, 960, 1280, 1920]

export type VariantFormat = RasterFormat | 'avif'

/** Which bytes answer a request for a picture. */
export type VariantPlan = { kind: 'original' } | { kind: 'resized'; width: number; format: VariantFormat }

export const contentTypes: Record<PictureFormat | 'avif', string> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
}

/**
 * Plans the answer to a request. Without a width it is the file itself. With one, it is the next step up, but no larger than the picture needs,
 * in the smallest format that the `Accept` header names. A drawing (SVG) fits every width as it is, and what moves only as a whole goes on
 * moving.
 */
export function planVariant(facts: PictureFacts, width: number | null, accept: string): VariantPlan {
  if (width === null || facts.format === 'svg' || facts.movesWholeOnly) return { kind: 'original' }
  const wanted = Math.min(width, facts.width)
  const step = variantWidths.find((known) => known >= wanted) ?? variantWidths.at(-1)!
  return { kind: 'resized', width: step, format: bestFormat(facts, accept) }
}

function bestFormat({ format, animated }: PictureFacts, accept: string): VariantFormat {
  // AVIF can't hold an animation here.
  if (!animated && accepts(accept, 'image/avif')) return 'avif'
  if (accepts(accept, 'image/webp') || format === 'svg') return 'webp'
  return format
}

/** Whether the type itself is named, and not with `q=0`. A wildcard does not say that a new format is understood. */
function accepts(accept: string, type: string): boolean {
  return accept.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === type && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
}
