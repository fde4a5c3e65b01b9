import type { RequestHandler } from 'express'
import { dashboardCalls } from '#contract/site.ts'
import { type ContentProblem, type ContentType, contentTypes } from '#domain/content.ts'
import type { Activity, Dashboard } from '#domain/dashboard.ts'
import type { SubscriberSummary } from '#domain/subscriber-list.ts'
import { type CallGate, mountCalls } from '../http/mount-calls.ts'
import { UnreadableFile } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'

/** The number of faults, and of warnings, that are shown; `npm run content:check` lists all of them. */
const mostOfEach = 20

/** A commit and the file that it changed. */
interface RecentChange {
  /** Relative to the content folder. */
  path: string
  commit: string
  author: { name: string }
  /** In seconds since 1970. */
  date: number
}

interface DashboardParts {
  content: {
    all(type: ContentType): Array<{ path: string; item: { id: number; title: string } }>
    problems(): Array<ContentProblem>
    warnings(): Promise<Array<ContentProblem>>
  }
  git: {
    history: {
      /** The newest commits that edited and that created one of the files. */
      recent(counts: (path: string) => boolean): Promise<{ edited: RecentChange | null; created: RecentChange | null }>
    }
    uncommitted(): Promise<Dashboard['uncommitted']>
    /** Why nothing can be saved now; null when saving is possible. */
    savesFault(): string | null
  }
  problems: { list(): Promise<Array<string>> }
  subscribers: { summary(): Promise<SubscriberSummary> }
  gate: CallGate
  log: Log
}

/** The dashboard feature: state of the content, last commits, number of subscribers. */
export function createDashboard(parts: DashboardParts): { routes: RequestHandler } {
  const { content, git, problems, subscribers, log } = parts

  function itemsByPath() {
    const items = new Map<string, { type: ContentType; id: number; title: string }>()
    for (const type of contentTypes)
      for (const { path, item } of content.all(type)) items.set(path, { type, id: item.id, title: item.title })
    return items
  }

  const activity = async () => {
    const items = itemsByPath()
    const [faults, warnings] = [content.problems(), await content.warnings()]
    const told = (change: RecentChange | null): Activity | null => {
      const item = change && items.get(change.path)
      if (!change || !item) return null
      return {
        ...item,
        date: new Date(change.date * 1000).toISOString(),
        author: change.author.name,
        commit: change.commit,
      }
    }
    const [{ edited, created }, files, outOfOrder, people] = await Promise.all([
      git.history.recent((path) => items.has(path)),
      git.uncommitted(),
      problems.list(),
      subscribers.summary().catch((error: unknown) => {
        // An unreadable list is already among the data problems.
        if (!(error instanceof UnreadableFile)) log.error({ err: error }, 'the subscribers could not be counted')
        return null
      }),
    ])
    return {
      lastEdit: told(edited),
      lastCreation: told(created),
      problems: [...faults.slice(0, mostOfEach), ...warnings.slice(0, mostOfEach)].map((problem) => {
        const item = items.get(problem.path)
        return { ...problem, item: item ? { type: item.type, id: item.id } : null }
      }),
      problemCounts: { faults: faults.length, warnings: warnings.length },
      uncommitted: files,
      dataProblems: outOfOrder,
      blocker: git.savesFault(),
      subscribers: people?.counts.active ?? null,
      subscriberService: people?.service ?? null,
    }
  }

  return {
    routes: mountCalls(dashboardCalls, parts.gate, {
      'GET /api/dashboard': async ({ person }) => ({
        previousLoginAt: person.user.previousLoginAt,
        ...(await activity()),
      }),
    }),
  }
}
