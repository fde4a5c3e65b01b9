import { isRelativeMedium } from '#domain/beside.ts'
import type { ContentType } from '#domain/content.ts'
import type { PictureSources } from '../rich-text-editor-props.ts'

/** The same sources, and the pictures that the text of an item names relative to its file. */
export function withFilesBeside(
  sources: PictureSources,
  type: ContentType,
  id: number | null,
): PictureSources {
  return {
    ...sources,
    sourceOf(url) {
      const isBeside = id !== null && isRelativeMedium(url)
      if (!isBeside) return sources.sourceOf(url)
      return `/media/beside?${new URLSearchParams({ type, id: String(id), file: url })}`
    },
  }
}
