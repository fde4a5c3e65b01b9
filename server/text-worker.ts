import { createTextTasks } from './content/markdown/text-tasks.ts'
import { serveTasks } from './content/markdown/worker-protocol.ts'
import { issueMail, type MailedIssue, type MailSite } from './newsletter/issue/issue-mail.ts'
import { passwordStrength } from './people/accounts/password-strength.ts'

/** Entry of the worker thread that works on texts. */
serveTasks({
  ...createTextTasks(),
  mail: ({ issue, site }: { issue: MailedIssue; site: MailSite }) => issueMail(issue, site),
  password: passwordStrength,
})
