import { Router } from 'express'
import type { ContentProblem } from '#domain/content.ts'

/** What `/api/health` tells of. */
export interface HealthState {
  revision(): string | null
  problems(): Array<ContentProblem>
  /** Whether the repository holds a commit to show that can be read at this moment. */
  repository(): keyof typeof messages | 'ok'
}

const messages = {
  'no-commit':
    'The branch of the site has no commit; visitors still get the last known content, and nothing can be saved.',
  unreadable:
    'The repository of the site can’t be read; visitors still get the last known content, and nothing can be saved.',
}

/**
 * `GET /api/health` (rulings, section 6). A repository that can't be read is a 503: most monitors look at nothing else. `dataProblems` lists what of
 * `DATA_DIR` can’t be used; pages are still shown.
 */
export function healthApi(content: HealthState, dataProblems: () => Promise<Array<string>>): Router {
  return Router().get('/health', async (_req, res) => {
    const repository = content.repository()
    const told = { revision: content.revision(), contentProblems: content.problems().length }
    res.set('Cache-Control', 'no-store')
    if (repository !== 'ok') res.status(503).json({ status: repository, ...told, message: messages[repository] })
    else res.json({ status: (await dataProblems()).length > 0 ? 'degraded' : 'ok', ...told })
  })
}
