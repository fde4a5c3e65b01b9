import path from 'node:path'
import type { Role } from '#domain/roles.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { databaseSecret, removeSecret } from '../../platform/postgres/secrets.ts'
import { newSecret } from '../../platform/secrets.ts'
import { before } from '../../records/conditions.ts'
import { embeddedRecords } from '../../records/embedded-records.ts'
import { postgresRecords } from '../../records/postgres-records.ts'
import {
  type AccountRecords,
  type AccountTransaction,
  accountRecords,
  nameKey,
} from './account-records.ts'
import {
  accountsData,
  type InvitationRecord,
  noAccounts,
  type SessionRecord,
  type UserRecord,
} from './accounts-data.ts'
import {
  draftLinks,
  lacksSecondFactor,
  passkeys,
  passwordResets,
  reviews,
  secondFactors,
  setPassword,
  tokens,
} from './credential-store.ts'

export type NewUser = Omit<UserRecord, 'id'>

/** A user without a profile who has never signed in. */
export function newUser(username: string, passwordHash: string, at: Date): NewUser {
  const blank = {
    name: '',
    email: '',
    role: 'owner' as const,
    lastLoginAt: null,
    previousLoginAt: null,
    knowsFirstSteps: false,
  }
  return { username, passwordHash, createdAt: at.toISOString(), ...blank }
}

/** A session to start, and the sessions that end because of it. */
export interface SessionStart {
  session: Omit<SessionRecord, 'userId'>
  /** Removes sessions that were last used, or created, before these instants. */
  idleSince: Date
  createdBefore: Date
  /** Sessions that were used since, although their last use is not stored yet. */
  inUse: ReadonlyArray<string>
  /** The most sessions of a user; the oldest ones are removed. */
  mostOfUser: number
}

/** The permission for a registration. */
interface Admission {
  /** The setup code was given, which allows the first user. */
  isSetup: boolean
  /** Hash of an invitation code, which allows one further user. */
  codeHash: string
  at: Date
}

/** The code for the registration of the first user; the same for all processes of the site. */
interface SetupCode {
  read(): Promise<string>
  /** Ends the code once there is a user. */
  remove(): Promise<void>
}

/** Opens the accounts of `DATA_DIR/accounts.json`. Throws UnreadableFile. */
export async function embeddedAccounts(dataDir: string): Promise<AccountStore> {
  const file = path.join(dataDir, 'accounts.json')
  const options = { file, schema: accountsData, empty: structuredClone(noAccounts) }
  const code = newSecret()
  return accountStore(await embeddedRecords(accountRecords, options), {
    read: async () => code,
    remove: async () => {},
  })
}

/** The accounts in PostgreSQL. */
export function postgresAccounts(database: Database): AccountStore {
  return accountStore(postgresRecords(accountRecords, database), {
    read: () => databaseSecret(database, 'setup'),
    remove: () => removeSecret(database, 'setup'),
  })
}

/** Opens the accounts. Rejects with UnreadableFile while they can't be read. */
export type OpenAccounts = () => Promise<AccountStore>

/**
 * Administrators, their sessions and invitations, and all that they sign in with. A change is
 * stored when its call resolves; when the call rejects, nothing is changed. Each call is atomic
 * with respect to concurrent calls. User names are compared without case.
 */
export type AccountStore = ReturnType<typeof accountStore>

function accountStore(records: AccountRecords, setup: SetupCode) {
  return {
    ...users(records, setup),
    ...sessions(records),
    ...invitations(records),
    ...passwordResets(records),
    ...secondFactors(records),
    ...passkeys(records),
    ...tokens(records),
    ...draftLinks(records),
    ...reviews(records),
    /** Resolves when all writes are done. */
    close: records.close,
  }
}

/**
 * Removes sessions that ended and the oldest ones above the limit, adds one, and records the time
 * of the sign-in.
 */
async function begin({ users, sessions }: AccountTransaction, userId: number, start: SessionStart) {
  const { session, idleSince, createdBefore, inUse, mostOfUser } = start
  const user = await users.get({ id: userId })
  if (!user) return
  const isAlive = ({ id, createdAt, lastSeenAt }: SessionRecord) =>
    Date.parse(createdAt) > createdBefore.getTime() &&
    (inUse.includes(id) || Date.parse(lastSeenAt) > idleSince.getTime())
  const all = await sessions.find()
  const own = all.filter((one) => one.userId === userId && isAlive(one))
  const surplus = own.slice(0, Math.max(0, own.length - mostOfUser + 1))
  const ended = [...all.filter((one) => !isAlive(one)), ...surplus]
  await sessions.remove({ id: ended.map(({ id }) => id) })
  await sessions.add({ ...session, userId })
  await users.update(
    { id: userId },
    { previousLoginAt: user.lastLoginAt, lastLoginAt: session.createdAt },
  )
}

/**
 * Whether a user can have a role, or none any more; `last` when the site would be without an owner.
 */
async function leaving({ users }: AccountTransaction, id: number, role: Role | null) {
  const known = await users.find()
  if (!known.some((user) => user.id === id)) return 'missing'
  const isKept = known.some((user) => user.role === 'owner' && (user.id !== id || role === 'owner'))
  return isKept ? 'free' : 'last'
}

function users(records: AccountRecords, setup: SetupCode) {
  return {
    /** Whether there were ever users. */
    hadUsers: records.isUsed,
    countUsers: () => records.users.count({}),
    setupCode: setup.read,
    findUser: (id: number) => records.users.get({ id }),
    findUserByName: (username: string) => records.users.get({ usernameKey: nameKey(username) }),
    listUsers: () => records.users.find(),
    /**
     * Creates and signs in a user, and removes the invitation. Null, without a change, when the
     * name is taken or the admission is invalid.
     */
    async register(user: NewUser, { isSetup, codeHash, at }: Admission, start: SessionStart) {
      const registered = await records.transaction(async (all) => {
        if (await all.users.get({ usernameKey: nameKey(user.username) })) return null
        let role: Role = 'owner'
        if ((await all.users.find()).length > 0) {
          const invitation = await all.invitations.get({ codeHash })
          if (!invitation || Date.parse(invitation.expiresAt) <= at.getTime()) return null
          await all.invitations.remove({ codeHash })
          role = invitation.role
        } else if (!isSetup) return null
        const [added] = await all.users.insert([{ ...user, role }])
        if (!added) return null
        await begin(all, added.id, start)
        return all.users.get({ id: added.id })
      })
      if (registered && isSetup) await setup.remove()
      return registered
    },
    /**
     * Creates a user, or sets the password hash of the user with this name, removes their reset
     * codes, invitations and tokens, and ends all their sessions.
     */
    putUser: (user: NewUser) =>
      records.transaction(async (all) => {
        const known = await all.users.get({ usernameKey: nameKey(user.username) })
        if (known) await setPassword(all, known.id, user.passwordHash)
        else await all.users.insert([user])
        return known ? 'changed' : 'made'
      }),
    /**
     * Sets a password hash, removes the reset codes, invitations and tokens of the user, and ends
     * their sessions, except one.
     */
    setPasswordHash: (id: number, passwordHash: string, exceptSession: string | null) =>
      records.transaction((all) => setPassword(all, id, passwordHash, exceptSession)),
    async setProfile(id: number, { name, email }: { name: string; email: string }) {
      await records.users.update({ id }, { name, email })
      return records.users.get({ id })
    },
    /** Gives a user another role, and removes their invitations. The last owner keeps theirs: `last`. */
    setRole: (id: number, role: Role) =>
      records.transaction(async (all) => {
        const outcome = await leaving(all, id, role)
        if (outcome !== 'free') return outcome
        await all.users.update({ id }, { role })
        await all.invitations.remove({ invitedBy: id })
        return outcome
      }),
    async putFirstStepsAway(id: number) {
      await records.users.update({ id }, { knowsFirstSteps: true })
    },
    /**
     * Removes a user with all that belongs to them: sessions, invitations, codes, keys, tokens,
     * links to drafts, reviews. The last owner stays.
     */
    removeUser: (id: number) =>
      records.transaction(async (all) => {
        const outcome = await leaving(all, id, null)
        if (outcome !== 'free') return outcome
        for (const { remove } of [all.sessions, all.resets, all.totps, all.passkeys, all.tokens])
          await remove({ userId: id })
        await all.invitations.remove({ invitedBy: id })
        await all.draftLinks.remove({ createdBy: id })
        await all.reviews.remove({ askedBy: id })
        await all.users.remove({ id })
        return 'removed'
      }),
  }
}

function sessions(records: AccountRecords) {
  const { sessions } = records
  return {
    /**
     * Starts a session of a user and records the time of the sign-in. Changes nothing without the
     * user.
     */
    startSession: (userId: number, start: SessionStart) =>
      records.transaction((all) => begin(all, userId, start)),
    /** `needsSecondFactor`: one is demanded, and the user has none. */
    async findSession(id: string) {
      const found = await records.getOwned('sessions', id)
      if (!found) return null
      const needsSecondFactor = await lacksSecondFactor(records, found)
      return { session: found.item, user: found.owner, needsSecondFactor }
    },
    /** Sessions of a user, oldest first, expired ones included. */
    listSessions: (userId: number) => sessions.find({ userId }),
    /** Records the time of the last request. */
    noteSeen: (id: string, at: Date) => sessions.update({ id }, { lastSeenAt: at.toISOString() }),
    /** Records that the user of a session gave password or passkey again. */
    noteConfirmed: (id: string, at: Date) =>
      sessions.update({ id }, { confirmedAt: at.toISOString() }),
    /** Ends a session; with `userId` only if it belongs to that user. False when there is none. */
    endSession: async (id: string, userId?: number) =>
      (await sessions.remove(userId === undefined ? { id } : { id, userId })) > 0,
  }
}

function invitations(records: AccountRecords) {
  return {
    /**
     * Stores an invitation if it is new, and removes expired ones. Changes nothing when the
     * inviting user does not exist.
     */
    invite: (invitation: InvitationRecord) =>
      records.transaction(async ({ users, invitations }) => {
        if (!(await users.get({ id: invitation.invitedBy }))) return
        await invitations.remove({ expiresAt: before(invitation.createdAt) })
        await invitations.add(invitation)
      }),
    hasInvitations: async (at: Date) =>
      (await records.invitations.find()).some(
        ({ expiresAt }) => Date.parse(expiresAt) > at.getTime(),
      ),
    async isInvited(codeHash: string, at: Date) {
      const invitation = await records.invitations.get({ codeHash })
      return invitation !== null && Date.parse(invitation.expiresAt) > at.getTime()
    },
  }
}
