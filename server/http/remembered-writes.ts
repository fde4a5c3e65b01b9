import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  randomUUID,
} from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import type { Database, SqlValue } from '../platform/postgres/database.ts'
import { lifeOf } from '../platform/postgres/postgres-leases.ts'
import { ignoreMissing, writeWholeFile } from '../platform/whole-file.ts'
import { HttpError } from './http-error.ts'

const rememberedWrite = z.object({
  at: z.number(),
  /** Hash of the request; a request with the same key and another hash is refused. */
  request: z.string(),
  /**
   * Commits that were prepared for the write, each with its result. The branch shows which one was
   * made.
   */
  commits: z.array(z.object({ commit: z.string(), outcome: z.unknown() })),
  /** Null until the write is answered. */
  answer: z
    .object({ status: z.number(), headers: z.record(z.string(), z.string()), body: z.unknown() })
    .nullable(),
})
/** The record of a write with an `Idempotency-Key`. */
export type RememberedWrite = z.infer<typeof rememberedWrite>

/**
 * How long a record is stored, in milliseconds: a browser may send a write again after weeks
 * without a network.
 */
const lifeMs = 45 * 24 * 60 * 60 * 1000
/** Above these limits the oldest records are removed earlier. */
const mostFiles = 20_000
const mostBytes = 256 * 1024 * 1024
/** Old records are removed once per this many writes. */
const sweepEvery = 100

const ivLength = 12
const tagLength = 16

/**
 * Where encrypted records of writes are stored by name. `tests/contract/counts.test.ts` tests every
 * implementation.
 */
export interface SealedRecords {
  get(name: string): Promise<Buffer | null>
  /**
   * Replaces the record of a name; resolves when it is stored. Sometimes removes records that are
   * too old, or the oldest of too many.
   */
  put(name: string, sealed: Buffer): Promise<void>
  /** Reserves the write of a name for this process; null while another process has it. */
  claim(name: string): Promise<WriteClaim | null>
}

export interface WriteClaim {
  /**
   * As `put`. Rejects when another process has taken over the claim, because this one was suspended
   * for too long.
   */
  put(sealed: Buffer): Promise<void>
  /**
   * Other processes can take over the write, so a commit must not be made before its record is
   * stored.
   */
  isShared: boolean
  end(): Promise<void>
}

/**
 * Writes of the last weeks. A record is encrypted with the client's key and named by its hash:
 * responses may hold secrets (an invitation code).
 */
export function rememberedWrites(records: SealedRecords, now: () => Date) {
  return {
    /** The record of a person's write by key, or null. */
    async read(person: string, key: string): Promise<RememberedWrite | null> {
      const sealed = await records.get(nameOf(person, key))
      const known = sealed && unseal(sealed, person, key)
      return known && known.at + lifeMs > now().getTime() ? known : null
    },

    /** Replaces the record; resolves when it is stored. */
    write: (
      person: string,
      key: string,
      known: Omit<RememberedWrite, 'at'>,
      claim?: WriteClaim,
    ): Promise<void> => {
      const sealed = seal({ ...known, at: now().getTime() }, person, key)
      return claim ? claim.put(sealed) : records.put(nameOf(person, key), sealed)
    },

    /** Reserves the write for this process; null while another process has it. */
    claim: (person: string, key: string): Promise<WriteClaim | null> =>
      records.claim(nameOf(person, key)),
  }
}

/** One file per record. */
export function sealedFiles(folder: string, now: () => Date): SealedRecords {
  let writes = 0

  async function sweep() {
    const found = await Promise.all(
      (await readdir(folder)).map(async (name) => {
        const file = path.join(folder, name)
        // A file that is being replaced right now may be missing for a moment.
        const known = await stat(file).catch(ignoreMissing)
        return known && { file, mtimeMs: known.mtimeMs, size: known.size }
      }),
    )
    const files = found.filter((file) => file !== null)
    files.sort((one, other) => other.mtimeMs - one.mtimeMs)
    let bytes = 0
    for (const [at, { file, mtimeMs, size }] of files.entries()) {
      bytes += size
      if (mtimeMs + lifeMs < now().getTime() || at >= mostFiles || bytes > mostBytes)
        await rm(file, { force: true })
    }
  }

  async function put(name: string, sealed: Buffer) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeWholeFile(path.join(folder, name), sealed, { stored: 'safely' })
    writes += 1
    if (writes % sweepEvery === 1) await sweep()
  }

  return {
    put,
    // Only one process uses these files, so a claim needs no lock.
    claim: async (name) => ({
      put: (sealed) => put(name, sealed),
      isShared: false,
      end: async () => {},
    }),
    get: (name) => readFile(path.join(folder, name)).catch(ignoreMissing),
  }
}

/**
 * Another process may take a write over when the lease of its process ends within this time, in
 * seconds: that one has not renewed it for twice the usual time. Nobody waits for the end of the
 * lease, because the token of the claim already prevents that both commit.
 */
const fadingSeconds = 5

/** One row per record. `process` names this process among those that share the database. */
export function sealedRows(database: Database, now: () => Date, process: string): SealedRecords {
  let writes = 0

  async function sweep() {
    writes += 1
    if (writes % sweepEvery !== 1) return
    await database.run(
      `delete from remembered_writes where at < $1 or name in
         (select name from remembered_writes order by at desc offset $2)`,
      [new Date(now().getTime() - lifeMs), mostFiles],
    )
  }

  const store = (from: string, values: ReadonlyArray<SqlValue>) =>
    database.run(
      `insert into remembered_writes (name, sealed, at) ${from}
       on conflict (name) do update set sealed = excluded.sealed, at = excluded.at`,
      values,
    )

  return {
    async claim(name) {
      const token = randomUUID()
      const isClaimed = await database.run(
        `insert into write_claims as known (name, owner, token) values ($1, $2, $3)
         on conflict (name) do update set owner = excluded.owner, token = excluded.token
         where known.owner = excluded.owner or not exists (
           select from leases where leases.name = '${lifeOf('')}' || known.owner
           and until > clock_timestamp() + make_interval(secs => $4))`,
        [name, process, token, fadingSeconds],
      )
      if (isClaimed === 0) return null
      const own = 'select from write_claims where name = $1 and token = $4 for share'
      return {
        isShared: true,
        async put(sealed) {
          if (
            (await store(`select $1, $2, $3 where exists (${own})`, [
              name,
              sealed,
              now(),
              token,
            ])) === 0
          )
            throw new HttpError(503, 'Another server has taken this write over; send it again.')
          await sweep()
        },
        end: async () =>
          void (await database.run('delete from write_claims where name = $1 and token = $2', [
            name,
            token,
          ])),
      }
    },
    async get(name) {
      const row = await database.first(
        z.object({ sealed: z.instanceof(Buffer) }),
        'select sealed from remembered_writes where name = $1',
        [name],
      )
      return row?.sealed ?? null
    },
    async put(name, sealed) {
      await store('values ($1, $2, $3)', [name, sealed, now()])
      await sweep()
    },
  }
}

function seal(known: RememberedWrite, person: string, key: string): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(person, key), iv)
  const text = Buffer.concat([cipher.update(deflateRawSync(JSON.stringify(known))), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text])
}

/** Decrypts a record; null when it was not written by this version of the program. */
function unseal(sealed: Buffer, person: string, key: string): RememberedWrite | null {
  try {
    const decipher = createDecipheriv(
      'aes-256-gcm',
      sealingKey(person, key),
      sealed.subarray(0, ivLength),
    )
    decipher.setAuthTag(sealed.subarray(ivLength, ivLength + tagLength))
    const text = Buffer.concat([
      decipher.update(sealed.subarray(ivLength + tagLength)),
      decipher.final(),
    ])
    return rememberedWrite.safeParse(JSON.parse(inflateRawSync(text).toString())).data ?? null
  } catch {
    return null
  }
}

function sealingKey(person: string, key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, person, 'remembered write', 32))
}

function nameOf(person: string, key: string) {
  return createHash('sha256').update(`${person.length}:${person}${key}`).digest('hex')
}
