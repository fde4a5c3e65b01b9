import type { BodyRenderError } from './limits.ts'

/** What a worker is asked to do: one of `TextTasks`, or of what the entry adds to them. */
export interface WorkerRequest {
  task: string
  input: unknown
}

/**
 * What the worker posts: `ready` once its code is loaded, with the name of its thread, then one answer for each request, in order: `done` or `refused`, and
 * before `done` a `partial` one, if there is something to show when the rest takes too long.
 */
export type WorkerMessage =
  | { kind: 'ready'; thread?: string | null }
  | { kind: 'partial'; result: unknown }
  | { kind: 'done'; result: unknown }
  | { kind: 'refused'; reason: BodyRenderError['kind']; message: string; line?: number }
