import type { InvitationRecord, SessionRecord, UserRecord } from './accounts-data.ts'
import type { CredentialStore, DraftLinkStore } from './credential-store.ts'

export type NewUser = Omit<UserRecord, 'id'>

/** A user without a profile who has never signed in. */
export function newUser(username: string, passwordHash: string, at: Date): NewUser {
  const blank = { name: '', email: '', lastLoginAt: null, previousLoginAt: null }
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
export interface Admission {
  /** The setup code was given, which allows the first user. */
  isSetup: boolean
  /** Hash of an invitation code, which allows one further user. */
  codeHash: string
  at: Date
}

/**
 * Administrators, their sessions and invitations. A change is stored when its call resolves; when the call rejects, nothing is changed. Each call is atomic with
 * respect to concurrent calls. User names are compared without case. `tests/contract/accounts.test.ts` tests every implementation.
 */
export interface AccountStore extends CredentialStore, DraftLinkStore {
  /** Whether there were ever users. */
  hadUsers(): Promise<boolean>
  countUsers(): Promise<number>
  /** The code for the registration of the first user; the same for all processes of the site. */
  setupCode(): Promise<string>
  findUser(id: number): Promise<UserRecord | null>
  findUserByName(username: string): Promise<UserRecord | null>
  listUsers(): Promise<Array<UserRecord>>
  /** Creates and signs in a user, and removes the invitation. Null, without a change, when the name is taken or the admission is invalid. */
  register(user: NewUser, admission: Admission, start: SessionStart): Promise<UserRecord | null>
  /** Creates a user, or sets the password hash of the user with this name, removes their reset codes and ends all their sessions. */
  putUser(user: NewUser): Promise<'made' | 'changed'>
  /** Sets a password hash, removes the reset codes of the user and ends their sessions, except one. */
  setPasswordHash(id: number, passwordHash: string, exceptSession: string | null): Promise<void>
  setProfile(id: number, profile: { name: string; email: string }): Promise<UserRecord | null>
  /** Removes a user with all that belongs to them: sessions, invitations, codes, keys, links to drafts. The last user stays. */
  removeUser(id: number): Promise<'removed' | 'last' | 'missing'>

  /** Starts a session of a user and records the time of the sign-in. Changes nothing without the user. */
  startSession(userId: number, start: SessionStart): Promise<void>
  /** `needsSecondFactor`: one is demanded, and the user has none. */
  findSession(id: string): Promise<{ session: SessionRecord; user: UserRecord; needsSecondFactor: boolean } | null>
  /** Sessions of a user, oldest first, expired ones included. */
  listSessions(userId: number): Promise<Array<SessionRecord>>
  /** Records the time of the last request. */
  noteSeen(id: string, at: Date): Promise<void>
  /** Records that the user of a session gave password or passkey again. */
  noteConfirmed(id: string, at: Date): Promise<void>
  /** Ends a session; with `userId` only if it belongs to that user. False when there is none. */
  endSession(id: string, userId?: number): Promise<boolean>

  /** Stores an invitation if it is new, and removes expired ones. Changes nothing when the inviting user does not exist. */
  invite(invitation: InvitationRecord): Promise<void>
  isInvited(codeHash: string, at: Date): Promise<boolean>

  /** Resolves when all writes are done. */
  close(): Promise<void>
}

/** Opens the accounts. Rejects with UnreadableFile while they can't be read. */
export type OpenAccounts = () => Promise<AccountStore>
