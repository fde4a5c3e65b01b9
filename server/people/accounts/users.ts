import type { DurableStore } from '../../platform/durable-store.ts'
import type { AccountsData, UserRecord } from './accounts-data.ts'
import type { Passwords } from './passwords.ts'

/** A user as others see it. */
export interface UserView {
  id: number
  username: string
  name: string
  email: string
  createdAt: string
  lastLoginAt: string | null
}

export function viewOf({ id, username, name, email, createdAt, lastLoginAt }: UserRecord): UserView {
  return { id, username, name, email, createdAt, lastLoginAt }
}

const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** The administrators. A name counts once, whatever its letters' case. */
export function createUsers(store: DurableStore<AccountsData>, passwords: Passwords, now: () => Date) {
  const byName = (username: string) => store.data.users.find((user) => sameName(user.username, username)) ?? null
  const byId = (id: number, { users } = store.data) => users.find((user) => user.id === id) ?? null

  function newUser(data: AccountsData, username: string, passwordHash: string): UserRecord {
    const createdAt = now().toISOString()
    const blank = { name: '', email: '', lastLoginAt: null, previousLoginAt: null }
    return { id: data.nextUserId++, username, passwordHash, createdAt, ...blank }
  }

  return {
    byName,
    byId,
    count: () => store.data.users.length,
    list: () => store.data.users.map(viewOf),
    /**
     * Makes a user. `admit` is asked with the data that will be changed and may use up an invitation; null is answered when it says no or when the
     * name is taken, and nothing is changed then. `then` does more in the same change, and gives the answer.
     */
    async create<Result>(
      username: string,
      password: string,
      admit: (data: AccountsData) => boolean,
      then: (user: UserRecord, data: AccountsData) => Result,
    ): Promise<Result | null> {
      const passwordHash = await passwords.hash(password)
      return store.change((data) => {
        if (data.users.some((user) => sameName(user.username, username)) || !admit(data)) return null
        const user = newUser(data, username, passwordHash)
        data.users.push(user)
        return then(user, data)
      })
    },
    /** Makes a user, or gives an existing one a new password and ends all their sessions. For whoever runs the machine. */
    put: (username: string, passwordHash: string) =>
      store.change((data): 'made' | 'changed' => {
        const known = data.users.find((user) => sameName(user.username, username))
        if (!known) {
          data.users.push(newUser(data, username, passwordHash))
          return 'made'
        }
        known.passwordHash = passwordHash
        data.sessions = data.sessions.filter((session) => session.userId !== known.id)
        return 'changed'
      }),
    /** The user of a name and password that came from a network, or null; it takes the same time for a name that nobody has. */
    async authenticate(username: string, password: string, network: string): Promise<UserRecord | null> {
      const user = byName(username)
      const matches = await passwords.verify(user?.passwordHash ?? null, password, network)
      return matches ? user : null
    },
    /** Sets a new password and ends the user's sessions but the one named. */
    async setPassword(id: number, password: string, keepSession: string | null): Promise<void> {
      const passwordHash = await passwords.hash(password)
      await store.change((data) => {
        const user = byId(id, data)
        if (!user) return
        user.passwordHash = passwordHash
        data.sessions = data.sessions.filter((session) => session.userId !== id || session.id === keepSession)
      })
    },
    setProfile: (id: number, profile: { name: string; email: string }) =>
      store.change((data) => {
        const user = byId(id, data)
        return user && Object.assign(user, profile)
      }),
    /** Deletes a user with all sessions. The last one stays: `last`. */
    remove: (id: number) =>
      store.change((data): 'removed' | 'last' | 'missing' => {
        if (!byId(id, data)) return 'missing'
        if (data.users.length === 1) return 'last'
        data.users = data.users.filter((user) => user.id !== id)
        data.sessions = data.sessions.filter((session) => session.userId !== id)
        data.invitations = data.invitations.filter((invitation) => invitation.invitedBy !== id)
        return 'removed'
      }),
  }
}
