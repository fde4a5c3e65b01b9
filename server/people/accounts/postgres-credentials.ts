import { z } from 'zod'
import { type Database, type Queries, storable } from '../../platform/postgres/database.ts'
import { recordRow } from '../../platform/postgres/record-rows.ts'
import {
  draftLinkRecord,
  passkeyRecord,
  resetRecord,
  type SpentChallenge,
  totpRecord,
  type UserRecord,
} from './accounts-data.ts'
import type { CredentialStore, DraftLinkStore } from './credential-store.ts'

const resetRow = recordRow(resetRecord)
const totpRow = recordRow(totpRecord)
const passkeyRow = recordRow(passkeyRecord)
const draftLinkRow = recordRow(draftLinkRecord)

/** Reads a user by id. */
type FindUser = (queries: Queries, id: number) => Promise<UserRecord | null>

/** Locks a user until the end of the transaction, so that what belongs to them is not stored after they are gone. False without the user. */
async function lockUser(queries: Queries, id: number): Promise<boolean> {
  return (await queries.first(z.object({}), 'select from users where id = $1 for key share', [id])) !== null
}

/** Marks a challenge as answered; false when it was answered before. `at` is the present. */
async function spend(queries: Queries, { hash, expiresAt }: SpentChallenge, at: Date | string): Promise<boolean> {
  await queries.run('delete from spent_challenges where expires_at <= $1', [at])
  const added = 'insert into spent_challenges (hash, expires_at) values ($1, $2) on conflict do nothing'
  return (await queries.run(added, [hash, expiresAt])) > 0
}

/** The codes, keys and links in PostgreSQL. */
export function postgresCredentials(database: Database, findUser: FindUser): CredentialStore & DraftLinkStore {
  return {
    addReset: ({ codeHash, userId, createdAt, expiresAt }) =>
      database.transaction(async (queries) => {
        await queries.run('delete from password_resets where expires_at <= $1', [createdAt])
        if (!(await lockUser(queries, userId))) return
        await queries.run(
          `insert into password_resets (code_hash, user_id, created_at, expires_at)
           values ($1, $2, $3, $4) on conflict do nothing`,
          [codeHash, userId, createdAt, expiresAt],
        )
      }),
    async findReset(codeHash, at) {
      const reset = await database.first(
        resetRow,
        'select * from password_resets where code_hash = $1 and expires_at > $2',
        [codeHash, at],
      )
      return reset && findUser(database, reset.userId)
    },
    spendReset: (codeHash, at, passwordHash) =>
      database.transaction(async (queries) => {
        // Of two requests with one code, the second waits here and then finds no row.
        const reset = await queries.first(
          resetRow,
          'delete from password_resets where code_hash = $1 and expires_at > $2 returning *',
          [codeHash, at],
        )
        if (!reset) return null
        await setPassword(queries, reset.userId, passwordHash)
        return findUser(queries, reset.userId)
      }),

    findTotp: (userId) => database.first(totpRow, 'select * from totps where user_id = $1', [userId]),
    putTotp: ({ userId, sealedSecret, since, lastStep, recoveryHashes }) =>
      database.transaction(async (queries) => {
        if (!(await lockUser(queries, userId))) return
        await queries.run(
          `insert into totps (user_id, sealed_secret, since, last_step, recovery_hashes) values ($1, $2, $3, $4, $5)
           on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, since = excluded.since,
             last_step = excluded.last_step, recovery_hashes = excluded.recovery_hashes`,
          [userId, sealedSecret, since, lastStep, recoveryHashes],
        )
      }),
    removeTotp: async (userId) => (await database.run('delete from totps where user_id = $1', [userId])) > 0,
    spendTotpStep: async (userId, step, sealedSecret) =>
      (await database.run('update totps set last_step = $2, sealed_secret = $3 where user_id = $1 and last_step < $2', [
        userId,
        step,
        sealedSecret,
      ])) > 0,
    spendRecoveryCode: async (userId, codeHash) =>
      (await database.run(
        `update totps set recovery_hashes = array_remove(recovery_hashes, $2)
         where user_id = $1 and $2 = any(recovery_hashes)`,
        [userId, codeHash],
      )) > 0,
    putRecoveryCodes: async (userId, codeHashes) =>
      (await database.run('update totps set recovery_hashes = $2 where user_id = $1', [userId, codeHashes])) > 0,

    listPasskeys: (userId) =>
      database.rows(passkeyRow, 'select * from passkeys where user_id = $1 order by position', [userId]),
    async findPasskey(id) {
      const passkey = await database.first(passkeyRow, 'select * from passkeys where id = $1', [storable(id)])
      const user = passkey && (await findUser(database, passkey.userId))
      return user ? { passkey, user } : null
    },
    addPasskey: (passkey, challenge) =>
      database.transaction(async (queries) => {
        const { id, userId, publicKey, counter, transports, name, createdAt, lastUsedAt } = passkey
        if (!(await lockUser(queries, userId))) return false
        if (await queries.first(z.object({}), 'select from passkeys where id = $1', [id])) return false
        if (!(await spend(queries, challenge, createdAt))) return false
        return (
          (await queries.run(
            `insert into passkeys (id, user_id, public_key, counter, transports, name, created_at, last_used_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
            [id, userId, publicKey, counter, transports, storable(name), createdAt, lastUsedAt],
          )) > 0
        )
      }),
    notePasskeyUse: (id, { counter, at, challenge }) =>
      database.transaction(async (queries) => {
        if (!(await queries.first(z.object({}), 'select from passkeys where id = $1 for update', [storable(id)])))
          return false
        if (!(await spend(queries, challenge, at))) return false
        await queries.run('update passkeys set counter = $2, last_used_at = $3 where id = $1', [id, counter, at])
        return true
      }),
    removePasskey: async (userId, id) =>
      (await database.run('delete from passkeys where user_id = $1 and id = $2', [userId, storable(id)])) > 0,
    usersWithSecondFactor: async () =>
      (
        await database.rows(
          z.object({ user_id: z.int() }),
          'select user_id from totps union select user_id from passkeys order by user_id',
        )
      ).map((row) => row.user_id),
    demandsSecondFactor: async () =>
      (await database.first(z.object({}), 'select from account_rules where demands_second_factor')) !== null,
    async demandSecondFactor(isDemanded) {
      await database.run(
        `insert into account_rules (demands_second_factor) values ($1)
         on conflict (is_only) do update set demands_second_factor = excluded.demands_second_factor`,
        [isDemanded],
      )
    },
    removeSecondFactors: (username) =>
      database.transaction(async (queries) => {
        const user = await queries.first(z.object({ id: z.int() }), 'select id from users where username_key = $1', [
          storable(username).toLowerCase(),
        ])
        if (!user) return false
        for (const table of ['totps', 'passkeys', 'sessions'])
          await queries.run(`delete from ${table} where user_id = $1`, [user.id])
        return true
      }),

    addDraftLink: ({ id, type, item, createdBy, createdAt, expiresAt }) =>
      database.transaction(async (queries) => {
        await queries.run('delete from draft_links where expires_at <= $1', [createdAt])
        if (!(await lockUser(queries, createdBy))) return
        await queries.run(
          `insert into draft_links (id, type, item, created_by, created_at, expires_at)
           values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
          [id, type, item, createdBy, createdAt, expiresAt],
        )
      }),
    findDraftLink: (id) => database.first(draftLinkRow, 'select * from draft_links where id = $1', [storable(id)]),
    listDraftLinks: () => database.rows(draftLinkRow, 'select * from draft_links order by position'),
    endDraftLink: async (id) => (await database.run('delete from draft_links where id = $1', [storable(id)])) > 0,
  }
}

/** Sets a password hash, which makes the reset codes of the user useless, and ends all sessions but one. */
export async function setPassword(
  queries: Queries,
  id: number,
  passwordHash: string,
  exceptSession: string | null = null,
): Promise<void> {
  await queries.run('update users set password_hash = $2 where id = $1', [id, passwordHash])
  await queries.run('delete from password_resets where user_id = $1', [id])
  await queries.run('delete from sessions where user_id = $1 and id is distinct from $2', [id, exceptSession])
}
