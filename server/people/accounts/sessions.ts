import { randomUUID } from 'node:crypto'
import { hashSecret, isSecret, newSecret } from '../../platform/secrets.ts'
import type { AccountStore, SessionStart } from './account-store.ts'
import type { SessionRecord } from './accounts-data.ts'
import type { Ticket } from './sign-in.ts'

/**
 * A session ends this long after its last request, and at the latest `absoluteMs` after sign-in.
 */
const idleMs = 12 * 60 * 60 * 1000
const absoluteMs = 7 * 24 * 60 * 60 * 1000
/** Minimum interval between writes of the time of the last request. */
const seenEveryMs = 5 * 60 * 1000
const sessionsPerUser = 50

/**
 * The sessions of all users. Every request is checked, so that ending a session has effect
 * immediately (rulings, section 5).
 */
export function createSessions(
  store: AccountStore,
  now: () => Date,
  failed: (error: unknown) => void,
) {
  /** Times of last requests that are not stored yet: milliseconds by session id. */
  const seen = new Map<string, number>()
  const lastSeen = ({ id, lastSeenAt }: SessionRecord) =>
    Math.max(Date.parse(lastSeenAt), seen.get(id) ?? 0)
  const alive = (session: SessionRecord) => {
    const time = now().getTime()
    return time - lastSeen(session) < idleMs && time - Date.parse(session.createdAt) < absoluteMs
  }

  /** Records the time of a request. A failed write does not fail the request. */
  function note(session: SessionRecord) {
    const time = now()
    if (time.getTime() - lastSeen(session) <= seenEveryMs) return
    seen.set(session.id, time.getTime())
    store.noteSeen(session.id, time).then(() => seen.delete(session.id), failed)
  }

  /**
   * A new ticket and the data to start its session. The session is always new, even when the
   * browser sent a cookie (against session fixation).
   */
  function prepare(userAgent: string): { ticket: Ticket; start: SessionStart } {
    const ticket = { id: randomUUID(), secret: newSecret() }
    const at = now()
    const start = {
      session: newSession(ticket, userAgent, at.toISOString()),
      idleSince: new Date(at.getTime() - idleMs),
      createdBefore: new Date(at.getTime() - absoluteMs),
      inUse: [...seen.keys()],
      mostOfUser: sessionsPerUser,
    }
    return { ticket, start }
  }

  return {
    prepare,
    /** Signs a user in. Rejects when nothing could be stored. */
    async start(userId: number, userAgent: string): Promise<Ticket> {
      const { ticket, start } = prepare(userAgent)
      await store.startSession(userId, start)
      return ticket
    },
    /**
     * The user of a ticket, when they last gave password or passkey, and whether they have yet to
     * set up a second factor; null when its session has ended.
     */
    async check(ticket: Ticket) {
      const found = await store.findSession(ticket.id)
      if (!found || !isSecret(ticket.secret, found.session.secretHash) || !alive(found.session))
        return null
      note(found.session)
      const { createdAt, confirmedAt } = found.session
      return {
        user: found.user,
        confirmedAt: confirmedAt ?? createdAt,
        needsSecondFactor: found.needsSecondFactor,
      }
    },
    /**
     * Whether a session has not ended, and no second factor is missing. Does not count as a
     * request.
     */
    async lives(id: string): Promise<boolean> {
      const found = await store.findSession(id)
      return found !== null && alive(found.session) && !found.needsSecondFactor
    },
    /** The live sessions of a user, newest first. */
    async list(userId: number, currentId: string) {
      return (await store.listSessions(userId))
        .filter(alive)
        .map(({ id, createdAt, lastSeenAt, userAgent }) => ({
          id,
          createdAt,
          lastSeenAt,
          userAgent,
          current: id === currentId,
        }))
        .reverse()
    },
    /** Records that the user of a session gave password or passkey again. */
    confirm: (id: string) => store.noteConfirmed(id, now()),
    /** Ends one session. */
    end: (id: string) => store.endSession(id),
    /** Ends all sessions of a user; resolves with the number of those that were alive. */
    async endAllOf(userId: number): Promise<number> {
      const ended = (await store.listSessions(userId)).filter(alive)
      for (const { id } of ended) await store.endSession(id, userId)
      return ended.length
    },
    /** Ends one session of a user; false when there is none. */
    endOf: (userId: number, id: string) => store.endSession(id, userId),
  }
}

function newSession({ id, secret }: Ticket, userAgent: string, time: string) {
  return {
    id,
    secretHash: hashSecret(secret),
    createdAt: time,
    lastSeenAt: time,
    confirmedAt: null,
    userAgent: userAgent.slice(0, 200),
  }
}
