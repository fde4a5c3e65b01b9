import type { RequestHandler } from 'express'
import { dashboardCalls } from '#contract/dashboard.ts'
import { type ContentProblem, type ContentType, contentTypes } from '#domain/content.ts'
import type { Activity, Dashboard, Mails } from '#domain/dashboard.ts'
import { growthStarts } from '#domain/growth.ts'
import type { SubscriberSummary } from '#domain/subscriber-list.ts'
import { HttpError } from '../http/http-error.ts'
import { authorOf, type CallGate, mountCalls } from '../http/mount-calls.ts'
import { UnreadableFile } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { type AuthorsOf, sortWork, type WorkSource, workOf } from './current-work.ts'
import { type FirstStepsParts, firstStepsOf } from './first-steps.ts'
import { problemPage } from './problem-list.ts'

/**
 * How long the list of problems waits for the check of all links. The other parts do not wait for
 * it.
 */
const warningsPatienceMs = 10_000

/** A commit and the file that it changed. */
interface RecentChange {
  /** Relative to the content folder. */
  path: string
  commit: string
  author: { name: string }
  /** In seconds since 1970. */
  date: number
}

/** What of an issue's mail is still to be done. */
interface UnfinishedMails {
  schedules: ReadonlyArray<{ issue: number; at: string; problem: string | null }>
  sendings: ReadonlyArray<{
    issue: number
    isPaused: boolean
    reason: string | null
    total: number
    left: number
  }>
}

interface DashboardParts extends FirstStepsParts {
  content: FirstStepsParts['content'] & {
    all(type: ContentType): ReadonlyArray<WorkSource>
    one(type: 'newsletters', id: number): { item: { title: string } } | null
    /** Increases with every change of what is shown. */
    generation(): number
    site: {
      downloads(): ReadonlyArray<{ id: number; title: string; downloadCount: number }>
    }
    problems(): Promise<Array<ContentProblem>>
    /** Waits for the check of all links, for so many milliseconds at most. */
    warnings(patience: number): Promise<Array<ContentProblem>>
  }
  git: {
    history: {
      /** The newest commits that edited and that created one of the files. */
      recent(
        counts: (path: string) => boolean,
      ): Promise<{ edited: RecentChange | null; created: RecentChange | null }>
      authors(): Promise<ReadonlyMap<string, NonNullable<ReturnType<AuthorsOf>>>>
    }
    uncommitted(): Promise<Dashboard['uncommitted']>
    /** Why nothing can be saved now; null when saving is possible. */
    savesFault(): Promise<string | null>
  }
  problems: { list(): Promise<Array<string>> }
  subscribers: {
    summary(): Promise<SubscriberSummary>
    growth(
      starts: ReadonlyArray<Date>,
    ): Promise<{ before: number; joined: Array<number>; left: Array<number> }>
  }
  newsletter: { isSetUp: boolean; unfinished(): Promise<UnfinishedMails> }
  people: FirstStepsParts['people'] & { putFirstStepsAway(userId: number): Promise<void> }
  gate: CallGate
  now: () => Date
  log: Log
}

/**
 * The dashboard feature: what there is to do, and the state of the content, the repository, the
 * mails and the mailing list.
 */
export function createDashboard(parts: DashboardParts): { routes: RequestHandler } {
  const { content, git, problems, subscribers, newsletter, siteUrl, now, log } = parts

  const itemsByPath = onceUntil(content.generation, () => {
    const items = new Map<string, { type: ContentType; id: number; title: string }>()
    for (const type of contentTypes)
      for (const { path, item } of content.all(type))
        items.set(path, { type, id: item.id, title: item.title })
    return items
  })
  const sorted = onceUntil(content.generation, () => sortWork(content.all))

  function activityOf(change: RecentChange | null): Activity | null {
    const item = change && itemsByPath().get(change.path)
    if (!change || !item) return null
    const date = new Date(change.date * 1000).toISOString()
    return { ...item, date, author: change.author.name, commit: change.commit }
  }

  async function state(): Promise<Omit<Dashboard, 'previousLoginAt' | 'firstSteps'>> {
    const [{ edited, created }, uncommitted, dataProblems, people] = await Promise.all([
      git.history.recent((path) => itemsByPath().has(path)),
      git.uncommitted(),
      problems.list(),
      subscribers.summary().catch((error: unknown) => {
        // An unreadable list is already among the data problems.
        if (!(error instanceof UnreadableFile))
          log.error({ err: error }, 'the subscribers could not be counted')
        return null
      }),
    ])
    return {
      lastEdit: activityOf(edited),
      lastCreation: activityOf(created),
      uncommitted,
      dataProblems,
      blocker: await git.savesFault(),
      subscribers: people?.counts.active ?? null,
      subscriberService: people?.service ?? null,
      confirmationMails: people?.mail ?? null,
    }
  }

  /** The authors of files. Without them, the drafts are listed all the same. */
  async function authorsOf(): Promise<AuthorsOf> {
    const authors = await git.history.authors().catch((error: unknown) => {
      log.error({ err: error }, 'the authors of drafts could not be read')
      return new Map<string, never>()
    })
    return (path) => authors.get(path) ?? null
  }

  return {
    routes: mountCalls(dashboardCalls, parts.gate, {
      'GET /api/dashboard': async ({ person: { user } }) => ({
        previousLoginAt: user.previousLoginAt,
        firstSteps: user.knowsFirstSteps ? null : await firstStepsOf(parts),
        ...(await state()),
      }),
      async 'DELETE /api/dashboard/first-steps'({ person: { user } }) {
        await parts.people.putFirstStepsAway(user.id)
        return { ok: true }
      },
      async 'GET /api/dashboard/work'({ person }) {
        const addresses = [
          authorOf(person, siteUrl).email,
          authorOf({ ...person, user: { ...person.user, email: '' } }, siteUrl).email,
        ]
        return workOf(sorted(), content.site.downloads(), await authorsOf(), addresses)
      },
      async 'GET /api/dashboard/growth'({ query: { range = 'year' } }) {
        const starts = growthStarts(range, now(), content.site.settings().timeZone)
        const growth = await subscribers.growth(starts).catch((error: unknown) => {
          if (!(error instanceof UnreadableFile)) throw error
          throw new HttpError(503, 'The list of subscribers can not be read just now.', {
            cause: error,
          })
        })
        return { range, before: growth.before, intervals: growthIntervals(starts, growth) }
      },
      'GET /api/dashboard/mails': () =>
        mailsOf(newsletter, (id) => content.one('newsletters', id)?.item.title ?? null),
      async 'GET /api/dashboard/problems'({ query: { by = 'kind', page = 1 } }) {
        const all = [...(await content.problems()), ...(await content.warnings(warningsPatienceMs))]
        return problemPage(all, { by, page }, (path) => {
          const item = itemsByPath().get(path)
          return item ? { type: item.type, id: item.id } : null
        })
      },
    }),
  }
}

/** The mails that are still to be sent, with the titles of their issues. */
async function mailsOf(
  { isSetUp, unfinished }: DashboardParts['newsletter'],
  titleOf: (issue: number) => string | null,
): Promise<Mails> {
  const { schedules, sendings } = await unfinished()
  const named = (id: number) => ({ id, title: titleOf(id) })
  return {
    isSetUp,
    scheduled: schedules.map(({ issue, at, problem }) => ({ ...named(issue), at, problem })),
    unfinished: sendings.map(({ issue, ...sending }) => ({ ...named(issue), ...sending })),
  }
}

/** How many people are on the list at the end of each interval. */
function growthIntervals(
  starts: ReadonlyArray<Date>,
  {
    before,
    joined,
    left,
  }: { before: number; joined: ReadonlyArray<number>; left: ReadonlyArray<number> },
) {
  let total = before
  return starts.map((start, at) => {
    const [more = 0, fewer = 0] = [joined[at], left[at]]
    total += more - fewer
    return { start: start.toISOString(), joined: more, left: fewer, total }
  })
}

/** Computes a value again only after the generation has changed. */
function onceUntil<Value>(generation: () => number, compute: () => Value): () => Value {
  let known: { generation: number; value: Value } | null = null
  return () => {
    const present = generation()
    if (known?.generation !== present) known = { generation: present, value: compute() }
    return known.value
  }
}
