import { randomUUID } from 'node:crypto'
import type { DurableStore } from '../../platform/durable-store.ts'
import { hashSecret, isSecret, newSecret } from '../../platform/secrets.ts'
import type { AccountsData, SessionRecord, UserRecord } from './accounts-data.ts'

/** A session ends after this long without a request, and at the latest after the second. */
const idleMs = 12 * 60 * 60 * 1000
const absoluteMs = 7 * 24 * 60 * 60 * 1000
/** The time of the last request is written this often. */
const seenEveryMs = 5 * 60 * 1000
const sessionsPerUser = 50

/** What a signed-in browser carries. */
export interface SessionTicket {
  id: string
  secret: string
}

/** A session as its user sees it. */
export interface SessionView {
  id: string
  createdAt: string
  lastSeenAt: string
  userAgent: string
  current: boolean
}

/** The sessions of all users. Every request is checked against them, so that an ended session is ended at once (rulings, section 5). */
export function createSessions(store: DurableStore<AccountsData>, now: () => Date, failed: (error: unknown) => void) {
  /** When sessions were seen last, where the file does not tell it yet: milliseconds. */
  const seen = new Map<string, number>()
  const lastSeen = ({ id, lastSeenAt }: SessionRecord) => Math.max(Date.parse(lastSeenAt), seen.get(id) ?? 0)
  const alive = (session: SessionRecord) => {
    const time = now().getTime()
    return time - lastSeen(session) < idleMs && time - Date.parse(session.createdAt) < absoluteMs
  }

  /** Notes a request. A disk that refuses keeps nobody from reading. */
  function note(session: SessionRecord): void {
    const time = now()
    if (time.getTime() - lastSeen(session) <= seenEveryMs) return
    seen.set(session.id, time.getTime())
    store
      .change((data) => {
        const stored = data.sessions.find(({ id }) => id === session.id)
        if (stored) stored.lastSeenAt = time.toISOString()
      })
      .then(() => seen.delete(session.id), failed)
  }

  const end = (which: (session: SessionRecord) => boolean) =>
    store.change((data) => {
      data.sessions = data.sessions.filter((session) => !which(session))
    })

  return {
    /** Signs a user in, as part of a change of the data: always a new session, whatever the browser carried before. */
    begin(data: AccountsData, userId: number, userAgent: string): SessionTicket {
      const ticket = { id: randomUUID(), secret: newSecret() }
      const time = now().toISOString()
      const others = data.sessions.filter(alive)
      const own = others.filter((session) => session.userId === userId)
      const surplus = new Set(own.slice(0, Math.max(0, own.length - sessionsPerUser + 1)))
      data.sessions = others.filter((session) => !surplus.has(session))
      data.sessions.push({
        id: ticket.id,
        secretHash: hashSecret(ticket.secret),
        userId,
        createdAt: time,
        lastSeenAt: time,
        userAgent: userAgent.slice(0, 200),
      })
      const user = data.users.find(({ id }) => id === userId)
      if (user) Object.assign(user, { previousLoginAt: user.lastLoginAt, lastLoginAt: time })
      return ticket
    },
    /** Signs a user in. Rejects with StorageError when nothing of it could be stored. */
    start(userId: number, userAgent: string): Promise<SessionTicket> {
      return store.change((data) => this.begin(data, userId, userAgent))
    },
    /** The user of a ticket, or null when its session has ended. */
    async check(ticket: SessionTicket): Promise<UserRecord | null> {
      const session = store.data.sessions.find(({ id }) => id === ticket.id)
      if (!session || !isSecret(ticket.secret, session.secretHash) || !alive(session)) return null
      const user = store.data.users.find(({ id }) => id === session.userId) ?? null
      if (user) note(session)
      return user
    },
    /** Whether a session has not ended. Does not count as a request. */
    lives(id: string): boolean {
      const session = store.data.sessions.find((one) => one.id === id)
      return session !== undefined && alive(session)
    },
    list(userId: number, currentId: string): Array<SessionView> {
      return store.data.sessions
        .filter((session) => session.userId === userId && alive(session))
        .map(({ id, createdAt, lastSeenAt, userAgent }) => ({
          id,
          createdAt,
          lastSeenAt,
          userAgent,
          current: id === currentId,
        }))
        .reverse()
    },
    /** Ends one session. */
    end: (id: string) => end((session) => session.id === id),
    /** Ends one session of a user; false when there is none. */
    async endOf(userId: number, id: string): Promise<boolean> {
      if (!store.data.sessions.some((session) => session.id === id && session.userId === userId)) return false
      await end((session) => session.id === id)
      return true
    },
  }
}
