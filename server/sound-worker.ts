import { serveTasks } from './content/markdown/worker-protocol.ts'
import { soundTasks } from './media/sounds/sound-tasks.ts'

/** Entry of the worker thread that works on sounds. */
serveTasks(soundTasks)
