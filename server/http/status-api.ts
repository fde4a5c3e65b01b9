import type { Router } from 'express'
import { statusCalls } from '#contract/site.ts'
import type { ContentProblem } from '#domain/content.ts'
import type { Dashboard } from '#domain/dashboard.ts'
import { type CallGate, mountCalls, sent } from './mount-calls.ts'

/** What `/api/health` and the lists of faults tell of. */
export interface ContentHealth {
  revision(): string | null
  problems(): Array<ContentProblem>
  warnings(): Array<ContentProblem>
  /** Whether the repository holds a commit to show that can be read at this moment. */
  repository(): keyof typeof messages | 'ok'
}

/** What the dashboard shows of the site to everybody; the user's own part comes from the accounts. */
export type SiteActivity = () => Promise<Omit<Dashboard, 'previousLoginAt'>>

const messages = {
  'no-commit':
    'The branch of the site has no commit; visitors still get the last known content, and nothing can be saved.',
  unreadable:
    'The repository of the site can’t be read; visitors still get the last known content, and nothing can be saved.',
}

/**
 * The state of the site and of its content (rulings, sections 5 and 6). A repository that can't be read is a 503: most monitors look at nothing else.
 * `dataProblems` lists what of `DATA_DIR` can’t be used; pages are still shown.
 */
export function statusApi(
  parts: {
    content: ContentHealth
    dataProblems: () => Promise<Array<string>>
    uncommitted: () => Promise<Dashboard['uncommitted']>
    previousLogin: (userId: number) => string | null
    activity: SiteActivity
  },
  gate: CallGate,
): Router {
  const { content, dataProblems, uncommitted, previousLogin, activity } = parts
  return mountCalls(statusCalls, gate, {
    async 'GET /api/health'({ res }) {
      const repository = content.repository()
      const told = { revision: content.revision(), contentProblems: content.problems().length }
      res.set('Cache-Control', 'no-store')
      if (repository === 'ok') return { status: (await dataProblems()).length > 0 ? 'degraded' : 'ok', ...told }
      res.status(503).json({ status: repository, ...told, message: messages[repository] })
      return sent
    },
    'GET /api/content/problems': () => [...content.problems(), ...content.warnings()],
    'GET /api/content/uncommitted': () => uncommitted(),
    'GET /api/dashboard': async ({ person }) => ({
      previousLoginAt: previousLogin(person.user.id),
      ...(await activity()),
    }),
  })
}
