import type { BodyRenderError } from './limits.ts'
import type { RenderedMarkdown } from './render.ts'

/**
 * What the render worker posts: `ready` once its code is loaded, then one answer for each input, in order: `rendered` or `refused`, and before
 * `rendered` the same without colored code, if there is any.
 */
export type WorkerMessage =
  | { kind: 'ready' }
  | { kind: 'uncolored'; result: RenderedMarkdown }
  | { kind: 'rendered'; result: RenderedMarkdown }
  | { kind: 'refused'; reason: BodyRenderError['kind']; message: string }
