import { type ContentType, contentTypes } from '#domain/content.ts'
import type { Activity } from '#domain/dashboard.ts'
import type { SubscriberSummary } from '#domain/subscriber-list.ts'
import { isSameItem } from './content/saving/item-history.ts'
import type { ContentStore } from './content/store.ts'
import type { UncommittedFile } from './git/files/working-tree.ts'
import { createRecentChanges, type RecentChange } from './git/history/recent-changes.ts'
import type { Repository } from './git/read/open-repository.ts'
import { RepositoryBusyError } from './git/write/write-errors.ts'
import type { LaneStatus, WriteLane } from './git/write/write-lane.ts'
import type { SiteActivity } from './http/status-api.ts'
import type { Log } from './platform/log.ts'

/** A program that holds the repository for as long as this, in milliseconds, has most likely died over it. */
const longHeld = 60_000

/** The number of faults, and of warnings, that are shown; `npm run content:check` lists all of them. */
const toldOfEach = 20

/** Joins what the dashboard tells: the content's state, the last changes in git, the people who subscribed. */
export function joinDashboard(parts: {
  store: Pick<ContentStore, 'all' | 'problems' | 'warnings'>
  repository: Repository
  uncommitted: () => Promise<Array<UncommittedFile>>
  dataProblems: () => Promise<Array<string>>
  lane: Pick<WriteLane, 'status'>
  subscribers: () => Promise<SubscriberSummary>
  log: Log
}): SiteActivity {
  const { store, repository, uncommitted, dataProblems, lane, subscribers, log } = parts
  const recent = createRecentChanges(repository, isSameItem)

  function itemsByPath() {
    const items = new Map<string, { type: ContentType; id: number; title: string }>()
    for (const type of contentTypes)
      for (const { path, item } of store.all(type)) items.set(path, { type, id: item.id, title: item.title })
    return items
  }

  return async () => {
    const items = itemsByPath()
    const [faults, warnings] = [store.problems(), store.warnings()]
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
      recent((path) => items.has(path)),
      uncommitted(),
      dataProblems(),
      subscribers().catch((error: unknown) => {
        // A list that can't be read is among the problems.
        if (!(error instanceof Error && error.name === 'UnreadableFile'))
          log.error({ err: error }, 'the subscribers could not be counted')
        return null
      }),
    ])
    return {
      lastEdit: told(edited),
      lastCreation: told(created),
      problems: [...faults.slice(0, toldOfEach), ...warnings.slice(0, toldOfEach)].map((problem) => {
        const item = items.get(problem.path)
        return { ...problem, item: item ? { type: item.type, id: item.id } : null }
      }),
      problemCounts: { faults: faults.length, warnings: warnings.length },
      uncommitted: files,
      dataProblems: outOfOrder,
      hindrance: hindranceOf(lane.status()),
      subscribers: people?.counts.active ?? null,
      subscriberService: people?.service ?? null,
    }
  }
}

function hindranceOf(status: LaneStatus): string | null {
  if (status.kind === 'refused') return status.message
  return status.kind === 'busy' && status.age > longHeld
    ? new RepositoryBusyError(status.lock, status.age).message
    : null
}
