import path from 'node:path'
import { openDurableStore } from '../../platform/durable-store.ts'
import { newSecret } from '../../platform/secrets.ts'
import type { AccountStore, NewUser, SessionStart } from './account-store.ts'
import { type AccountsData, accountsData, noAccounts, type UserRecord } from './accounts-data.ts'
import { embeddedCredentials, forgetUser, setPassword, withSecondFactor } from './embedded-credentials.ts'

const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** Opens the accounts of `DATA_DIR/accounts.json`. Throws UnreadableFile. */
export async function embeddedAccounts(dataDir: string): Promise<AccountStore> {
  const store = await openDurableStore({
    file: path.join(dataDir, 'accounts.json'),
    schema: accountsData,
    empty: structuredClone(noAccounts),
  })
  const setupCode = newSecret()
  const byId = (id: number, { users } = store.data) => users.find((user) => user.id === id) ?? null

  function addUser(data: AccountsData, user: NewUser): UserRecord {
    const added = { id: data.nextUserId++, ...user }
    data.users.push(added)
    return added
  }

  function begin(data: AccountsData, userId: number, start: SessionStart): void {
    const { session, idleSince, createdBefore, inUse, mostOfUser } = start
    const user = byId(userId, data)
    if (!user) return
    const alive = data.sessions.filter(
      ({ id, lastSeenAt, createdAt }) =>
        Date.parse(createdAt) > createdBefore.getTime() &&
        (inUse.includes(id) || Date.parse(lastSeenAt) > idleSince.getTime()),
    )
    const own = alive.filter((one) => one.userId === userId)
    const surplus = new Set(own.slice(0, Math.max(0, own.length - mostOfUser + 1)))
    data.sessions = [...alive.filter((one) => !surplus.has(one)), { ...session, userId }]
    Object.assign(user, { previousLoginAt: user.lastLoginAt, lastLoginAt: session.createdAt })
  }

  return {
    ...embeddedCredentials(store),
    // A crash between the marker and the first user leaves registration closed, never open.
    hadUsers: async () => store.wasMade,
    countUsers: async () => store.data.users.length,
    setupCode: async () => setupCode,
    findUser: async (id) => byId(id),
    findUserByName: async (username) => store.data.users.find((user) => sameName(user.username, username)) ?? null,
    listUsers: async () => store.data.users,
    register: (user, { isSetup, codeHash, at }, start) =>
      store.change((data) => {
        if (data.users.some(({ username }) => sameName(username, user.username))) return null
        if (data.users.length === 0) {
          if (!isSetup) return null
        } else {
          const invitation = data.invitations.find((one) => one.codeHash === codeHash)
          if (!invitation || Date.parse(invitation.expiresAt) <= at.getTime()) return null
          data.invitations = data.invitations.filter((other) => other !== invitation)
        }
        const added = addUser(data, user)
        begin(data, added.id, start)
        return added
      }),
    putUser: (user) =>
      store.change((data) => {
        const known = data.users.find(({ username }) => sameName(username, user.username))
        if (!known) {
          addUser(data, user)
          return 'made'
        }
        setPassword(data, known.id, user.passwordHash)
        return 'changed'
      }),
    setPasswordHash: (id, passwordHash, exceptSession) =>
      store.change((data) => setPassword(data, id, passwordHash, exceptSession)),
    setProfile: (id, { name, email }) =>
      store.change((data) => {
        const user = byId(id, data)
        return user && Object.assign(user, { name, email })
      }),
    removeUser: (id) =>
      store.change((data) => {
        if (!byId(id, data)) return 'missing'
        if (data.users.length === 1) return 'last'
        data.users = data.users.filter((user) => user.id !== id)
        forgetUser(data, id)
        return 'removed'
      }),

    startSession: (userId, start) => store.change((data) => begin(data, userId, start)),
    async findSession(id) {
      const session = store.data.sessions.find((one) => one.id === id)
      const user = session && byId(session.userId)
      if (!session || !user) return null
      const needsSecondFactor = store.data.demandsSecondFactor && !withSecondFactor(store.data).has(user.id)
      return { session, user, needsSecondFactor }
    },
    listSessions: async (userId) => store.data.sessions.filter((session) => session.userId === userId),
    noteSeen: (id, at) =>
      store.change((data) => {
        const session = data.sessions.find((one) => one.id === id)
        if (session) session.lastSeenAt = at.toISOString()
      }),
    noteConfirmed: (id, at) =>
      store.change((data) => {
        const session = data.sessions.find((one) => one.id === id)
        if (session) session.confirmedAt = at.toISOString()
      }),
    async endSession(id, userId) {
      const isMeant = (one: { id: string; userId: number }) =>
        one.id === id && (userId === undefined || one.userId === userId)
      if (!store.data.sessions.some(isMeant)) return false
      return store.change((data) => {
        const before = data.sessions.length
        data.sessions = data.sessions.filter((one) => !isMeant(one))
        return data.sessions.length < before
      })
    },

    invite: (invitation) =>
      store.change((data) => {
        if (!byId(invitation.invitedBy, data)) return
        const at = Date.parse(invitation.createdAt)
        data.invitations = data.invitations.filter((old) => Date.parse(old.expiresAt) > at)
        if (!data.invitations.some(({ codeHash }) => codeHash === invitation.codeHash))
          data.invitations.push(invitation)
      }),
    isInvited: async (codeHash, at) =>
      store.data.invitations.some((one) => one.codeHash === codeHash && Date.parse(one.expiresAt) > at.getTime()),
    close: store.close,
  }
}
