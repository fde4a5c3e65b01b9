import type { BodyRenderError } from './limits.ts'
import type { TextTasks } from './text-tasks.ts'

export type TaskName = keyof TextTasks

/** What a worker is asked to do. */
export type WorkerRequest = { [Name in TaskName]: { task: Name; input: Parameters<TextTasks[Name]>[0] } }[TaskName]

/**
 * What the worker posts: `ready` once its code is loaded, with the name of its thread, then one answer for each request, in order: `done` or `refused`, and
 * before `done` a `partial` one, if there is something to show when the rest takes too long.
 */
export type WorkerMessage =
  | { kind: 'ready'; thread?: string | null }
  | { kind: 'partial'; result: unknown }
  | { kind: 'done'; result: unknown }
  | { kind: 'refused'; reason: BodyRenderError['kind']; message: string; line?: number }
