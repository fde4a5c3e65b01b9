import { createTextTasks, type TextTasks } from '../server/content/markdown/text-tasks.ts'
import { type TextWork, textWork } from '../server/content/markdown/text-work.ts'

/** Work on texts in this thread, without a limit of time. */
export function textWorkHere(): TextWork {
  const tasks = createTextTasks()
  return textWork(async (task, ...input) =>
    (tasks[task as keyof TextTasks] as (...input: Array<unknown>) => never)(...input),
  )
}
