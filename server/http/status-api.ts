import type { Router } from 'express'
import { referenceCalls, statusCalls, syncCalls } from '#contract/site.ts'
import type { ContentProblem } from '#domain/content.ts'
import type { Dashboard } from '#domain/dashboard.ts'
import type { SyncState } from '#domain/sync.ts'
import { within } from '../platform/within.ts'
import { createDerived } from './derived.ts'
import { type CallGate, mountCalls, sent } from './mount-calls.ts'

/** Queries of the state of the site. */
export interface SiteStatus {
  revision(): string | null
  problems(): Promise<Array<ContentProblem>>
  warnings(patience?: number): Promise<Array<ContentProblem>>
  uncommitted: () => Promise<Dashboard['uncommitted']>
  /** `ok`, or the reason why the repository cannot be read now. */
  repository(): Promise<keyof typeof messages | 'ok'>
  /**
   * What fails although pages are served, one sentence each: of `DATA_DIR`, of saving, and of the
   * sync with the remote.
   */
  failures: () => Promise<Array<string>>
}

/** Collects the state of the site from its parts. */
export function siteStatus(parts: {
  state: Pick<SiteStatus, 'revision' | 'problems' | 'warnings'> & { isBehind(): boolean }
  git: Pick<SiteStatus, 'uncommitted'> & {
    state: SiteStatus['repository']
    savesFault: () => Promise<string | null>
  }
  problems: { list: () => Promise<Array<string>> }
  sync: Pick<SyncPart, 'state'>
}): SiteStatus {
  const { state, git, problems, sync } = parts
  return {
    revision: state.revision,
    problems: state.problems,
    warnings: state.warnings,
    uncommitted: git.uncommitted,
    async failures() {
      const [ofData, synced, saves] = await Promise.all([
        problems.list(),
        sync.state(),
        git.savesFault(),
      ])
      const stuck = synced.kind === 'on' && synced.state !== 'waiting' ? synced.error : null
      return [...ofData, saves, stuck?.message].filter((one) => typeof one === 'string')
    },
    repository: async () => (state.isBehind() ? 'unreadable' : git.state()),
  }
}

/** How long the list of problems waits for a check of all links, in milliseconds. */
const allWarningsMs = 10_000

const messages = {
  'no-commit':
    'The branch of the site has no commit; visitors still get the last known content, and nothing can be saved.',
  unreadable:
    'The repository of the site can’t be read; visitors still get the last known content, and nothing can be saved.',
}

/**
 * Calls that report the state of the site (rulings, sections 5 and 6). A repository that can't be
 * read gives status 503, because most monitors check only the status.
 */
export function statusApi(status: SiteStatus, gate: CallGate): Router {
  return mountCalls(statusCalls, gate, {
    async 'GET /api/health'({ res }) {
      const repository = await status.repository()
      const { length } = await status.problems()
      const answer = { revision: status.revision(), contentProblems: length }
      if (repository === 'ok')
        return { status: (await status.failures()).length > 0 ? 'degraded' : 'ok', ...answer }
      res.status(503).json({ status: repository, ...answer, message: messages[repository] })
      return sent
    },
    // While the process starts or stops, `createReadiness` answers this call.
    'GET /api/ready': () => ({ status: 'ready' as const }),
    'GET /api/content/problems': async () => [
      ...(await status.problems()),
      ...(await status.warnings(allWarningsMs)),
    ],
    'GET /api/content/uncommitted': () => status.uncommitted(),
  })
}

export interface SyncPart {
  state(): Promise<SyncState>
  run(): Promise<SyncState>
}

/**
 * Time limit of 'Sync now' in milliseconds. After it, the answer says that the sync is still
 * running.
 */
const patience = 8000

/** Calls for administrators: the state of the sync with the remote, and 'Sync now'. */
export function syncApi(sync: SyncPart, gate: CallGate): Router {
  return mountCalls(syncCalls, gate, {
    'GET /api/sync': () => sync.state(),
    'POST /api/sync': async () => (await within(patience, sync.run())) ?? sync.state(),
  })
}

/**
 * `GET /api/openapi.json`: describes all calls. Built at the first request, and again when the site
 * has another name.
 */
export function referenceApi(gate: CallGate, siteName: () => string): Router {
  let named = siteName()
  let names = 0
  const derived = createDerived(() => {
    if (siteName() !== named) names += 1
    named = siteName()
    return names
  })
  return mountCalls(referenceCalls, gate, {
    'GET /api/openapi.json': {
      handle: derived('application/json; charset=utf-8', async () => {
        const { openApiDocument } = await import('./api/openapi.ts')
        return JSON.stringify(openApiDocument(gate.siteUrl, siteName()))
      }),
    },
  })
}
