import { z } from 'zod'
import { type Database, type Queries, storable } from '../../platform/postgres/database.ts'
import { recordRow } from '../../platform/postgres/record-rows.ts'
import { databaseSecret } from '../../platform/postgres/secrets.ts'
import type { AccountStore, NewUser, SessionStart } from './account-store.ts'
import { sessionRecord, type UserRecord, userRecord } from './accounts-data.ts'
import { postgresCredentials, setPassword } from './postgres-credentials.ts'

const userColumns = 'id, username, password_hash, name, email, created_at, last_login_at, previous_login_at'
const userRow = recordRow(userRecord)
const sessionColumns = 'id, secret_hash, user_id, created_at, last_seen_at, confirmed_at, user_agent'
const sessionRow = recordRow(sessionRecord)
const countRow = z.object({ count: z.int() })

const nameKey = (username: string) => storable(username).toLowerCase()

/** The accounts in PostgreSQL. */
export function postgresAccounts(database: Database): AccountStore {
  /** Runs changes that depend on the set of users one after the other. */
  const amongUsers = <Result>(work: (queries: Queries) => Promise<Result>) =>
    database.transaction(async (queries) => {
      await queries.run('lock table users in share row exclusive mode')
      return work(queries)
    })
  const userBy = (queries: Queries, where: string, value: string | number) =>
    queries.first(userRow, `select ${userColumns} from users where ${where}`, [value])

  async function count(queries: Queries): Promise<number> {
    return (await queries.first(countRow, 'select count(*) as count from users'))?.count ?? 0
  }

  async function addUser(queries: Queries, user: NewUser): Promise<UserRecord> {
    const { username, passwordHash, name, email, createdAt, lastLoginAt, previousLoginAt } = user
    const added = await queries.first(
      userRow,
      `insert into users (username, username_key, password_hash, name, email, created_at, last_login_at, previous_login_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${userColumns}`,
      [
        storable(username),
        nameKey(username),
        passwordHash,
        storable(name),
        storable(email),
        createdAt,
        lastLoginAt,
        previousLoginAt,
      ],
    )
    if (!added) throw new Error('The database has not returned the user that it added.')
    return added
  }

  async function begin(queries: Queries, userId: number, start: SessionStart): Promise<void> {
    const { session, idleSince, createdBefore, inUse, mostOfUser } = start
    const signedIn = await queries.run(
      'update users set previous_login_at = last_login_at, last_login_at = $2 where id = $1',
      [userId, session.createdAt],
    )
    if (signedIn === 0) return
    await queries.run('delete from sessions where created_at <= $1 or (last_seen_at <= $2 and not id = any($3))', [
      createdBefore,
      idleSince,
      inUse,
    ])
    await queries.run(
      `delete from sessions where id in
         (select id from sessions where user_id = $1 order by position desc offset $2)`,
      [userId, mostOfUser - 1],
    )
    await queries.run(`insert into sessions (${sessionColumns}) values ($1, $2, $3, $4, $5, $6, $7)`, [
      session.id,
      session.secretHash,
      userId,
      session.createdAt,
      session.lastSeenAt,
      session.confirmedAt,
      storable(session.userAgent),
    ])
  }

  return {
    ...postgresCredentials(database, (queries, id) => userBy(queries, 'id = $1', id)),
    async hadUsers() {
      const made = await database.first(z.object({ made: z.boolean() }), 'select is_called as made from user_ids')
      return made?.made === true
    },
    countUsers: () => count(database),
    setupCode: () => databaseSecret(database, 'setup'),
    findUser: (id) => userBy(database, 'id = $1', id),
    findUserByName: (username) => userBy(database, 'username_key = $1', nameKey(username)),
    listUsers: () => database.rows(userRow, `select ${userColumns} from users order by id`),
    register: (user, { isSetup, codeHash, at }, start) =>
      amongUsers(async (queries) => {
        if (await userBy(queries, 'username_key = $1', nameKey(user.username))) return null
        const isAdmitted =
          (await count(queries)) === 0
            ? isSetup
            : (await queries.run('delete from invitations where code_hash = $1 and expires_at > $2', [codeHash, at])) >
              0
        if (!isAdmitted) return null
        const { id } = await addUser(queries, user)
        if (isSetup) await queries.run("delete from secrets where name = 'setup'")
        await begin(queries, id, start)
        return userBy(queries, 'id = $1', id)
      }),
    putUser: (user) =>
      amongUsers(async (queries) => {
        const known = await userBy(queries, 'username_key = $1', nameKey(user.username))
        if (!known) {
          await addUser(queries, user)
          return 'made'
        }
        await setPassword(queries, known.id, user.passwordHash)
        return 'changed'
      }),
    setPasswordHash: (id, passwordHash, exceptSession) =>
      database.transaction((queries) => setPassword(queries, id, passwordHash, exceptSession)),
    setProfile: (id, { name, email }) =>
      database.first(userRow, `update users set name = $2, email = $3 where id = $1 returning ${userColumns}`, [
        id,
        storable(name),
        storable(email),
      ]),
    removeUser: (id) =>
      amongUsers(async (queries) => {
        if (!(await userBy(queries, 'id = $1', id))) return 'missing'
        if ((await count(queries)) === 1) return 'last'
        await queries.run('delete from users where id = $1', [id])
        return 'removed'
      }),

    startSession: (userId, start) => database.transaction((queries) => begin(queries, userId, start)),
    async findSession(id) {
      const found = await database.first(
        z.unknown(),
        `select sessions.id as session_id, secret_hash, user_id, sessions.created_at as begun_at, last_seen_at, confirmed_at, user_agent,
           users.*, exists (select from account_rules where demands_second_factor)
             and not exists (select from totps where totps.user_id = users.id)
             and not exists (select from passkeys where passkeys.user_id = users.id) as needs_second_factor
           from sessions join users on users.id = user_id where sessions.id = $1`,
        [storable(id)],
      )
      if (found === null) return null
      const { session_id, begun_at, needs_second_factor, ...rest } = z
        .looseObject({ session_id: z.string(), begun_at: z.date(), needs_second_factor: z.boolean() })
        .parse(found)
      return {
        session: sessionRow.parse({ ...rest, id: session_id, created_at: begun_at }),
        user: userRow.parse(found),
        needsSecondFactor: needs_second_factor,
      }
    },
    listSessions: (userId) =>
      database.rows(sessionRow, `select ${sessionColumns} from sessions where user_id = $1 order by position`, [
        userId,
      ]),
    async noteSeen(id, at) {
      await database.run('update sessions set last_seen_at = $2 where id = $1', [id, at])
    },
    async noteConfirmed(id, at) {
      await database.run('update sessions set confirmed_at = $2 where id = $1', [id, at])
    },
    endSession: async (id, userId) =>
      (await database.run('delete from sessions where id = $1 and ($2::bigint is null or user_id = $2)', [
        storable(id),
        userId ?? null,
      ])) > 0,

    invite: ({ codeHash, invitedBy, createdAt, expiresAt }) =>
      database.transaction(async (queries) => {
        if (!(await queries.first(z.object({}), 'select from users where id = $1 for key share', [invitedBy]))) return
        await queries.run('delete from invitations where expires_at <= $1', [createdAt])
        await queries.run(
          `insert into invitations (code_hash, invited_by, created_at, expires_at)
           values ($1, $2, $3, $4) on conflict do nothing`,
          [codeHash, invitedBy, createdAt, expiresAt],
        )
      }),
    isInvited: async (codeHash, at) =>
      (
        await database.rows(z.object({}), 'select from invitations where code_hash = $1 and expires_at > $2', [
          codeHash,
          at,
        ])
      ).length > 0,
    close: async () => {},
  }
}
