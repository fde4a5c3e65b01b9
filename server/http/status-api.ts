import type { Router } from 'express'
import { statusCalls } from '#contract/site.ts'
import type { ContentProblem } from '#domain/content.ts'
import type { Dashboard } from '#domain/dashboard.ts'
import { type CallGate, mountCalls, sent } from './mount-calls.ts'

/** What is told of the site and of its content. */
export interface SiteStatus {
  revision(): string | null
  problems(): Array<ContentProblem>
  warnings(): Array<ContentProblem>
  uncommitted: () => Promise<Dashboard['uncommitted']>
  /** Whether the repository holds a commit to show that can be read at this moment. */
  repository(): keyof typeof messages | 'ok'
  /** What of `DATA_DIR` can’t be used; pages are still shown. */
  dataProblems: () => Promise<Array<string>>
}

const messages = {
  'no-commit':
    'The branch of the site has no commit; visitors still get the last known content, and nothing can be saved.',
  unreadable:
    'The repository of the site can’t be read; visitors still get the last known content, and nothing can be saved.',
}

/**
 * The state of the site and of its content (rulings, sections 5 and 6). A repository that can't be read is a 503: most monitors look at nothing else.
 */
export function statusApi(status: SiteStatus, gate: CallGate): Router {
  return mountCalls(statusCalls, gate, {
    async 'GET /api/health'({ res }) {
      const repository = status.repository()
      const told = { revision: status.revision(), contentProblems: status.problems().length }
      res.set('Cache-Control', 'no-store')
      if (repository === 'ok') return { status: (await status.dataProblems()).length > 0 ? 'degraded' : 'ok', ...told }
      res.status(503).json({ status: repository, ...told, message: messages[repository] })
      return sent
    },
    'GET /api/content/problems': () => [...status.problems(), ...status.warnings()],
    'GET /api/content/uncommitted': () => status.uncommitted(),
  })
}
