import { createTextTasks } from './content/markdown/text-tasks.ts'
import { serveTasks } from './content/markdown/worker-protocol.ts'
import { issueMail } from './newsletter/issue/issue-mail.ts'
import { passwordStrength } from './people/accounts/password-strength.ts'

/** Entry of the worker thread that works on texts. */
serveTasks({ ...createTextTasks(), mail: issueMail, password: passwordStrength })
