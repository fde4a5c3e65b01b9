import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { ignoreMissing, writeWholeFile } from '../platform/whole-file.ts'

const rememberedWrite = z.object({
  at: z.number(),
  /** Tells whether the same is asked again. */
  request: z.string(),
  /** Commits that were about to be made for it, and what each of them comes to. The branch tells which was made. */
  commits: z.array(z.object({ commit: z.string(), outcome: z.unknown() })),
  /** Null as long as nothing was answered. */
  answer: z.object({ status: z.number(), headers: z.record(z.string(), z.string()), body: z.unknown() }).nullable(),
})
/** What is known of a write that carried an `Idempotency-Key`. */
export type RememberedWrite = z.infer<typeof rememberedWrite>

/** So long a write is remembered, in milliseconds: a browser may come back with what it has sent already after weeks without a network. */
const lifeMs = 45 * 24 * 60 * 60 * 1000
/** Beyond these, what is oldest is forgotten earlier. */
const mostFiles = 20_000
const mostBytes = 256 * 1024 * 1024
/** What is old is cleared away once in so many writes. */
const sweepEvery = 100

const ivLength = 12
const tagLength = 16

/**
 * Writes of some weeks, one file each in `folder`. A file is encrypted with the key that the client made up and is called by a hash of it: answers may hold
 * what nobody else shall read (an invitation's code), and without the key nobody can.
 */
export function createRememberedWrites(folder: string, now: () => Date) {
  let writes = 0

  async function sweep(): Promise<void> {
    const found = await Promise.all(
      (await readdir(folder)).map(async (name) => {
        const file = path.join(folder, name)
        // One that is being written at this moment changes its name.
        const known = await stat(file).catch(ignoreMissing)
        return known && { file, mtimeMs: known.mtimeMs, size: known.size }
      }),
    )
    const files = found.filter((file) => file !== null)
    files.sort((one, other) => other.mtimeMs - one.mtimeMs)
    let bytes = 0
    for (const [at, { file, mtimeMs, size }] of files.entries()) {
      bytes += size
      if (mtimeMs + lifeMs < now().getTime() || at >= mostFiles || bytes > mostBytes) await rm(file, { force: true })
    }
  }

  return {
    /** What is known of the write of a person with a key, or null. */
    async read(person: string, key: string): Promise<RememberedWrite | null> {
      const sealed = await readFile(path.join(folder, nameOf(person, key))).catch(ignoreMissing)
      const known = sealed && unseal(sealed, person, key)
      return known && known.at + lifeMs > now().getTime() ? known : null
    },

    /** Takes the place of what was known. Resolves when it is on the disk. */
    async write(person: string, key: string, known: Omit<RememberedWrite, 'at'>): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const sealed = seal({ ...known, at: now().getTime() }, person, key)
      await writeWholeFile(path.join(folder, nameOf(person, key)), sealed, { stored: 'safely' })
      writes += 1
      if (writes % sweepEvery === 1) await sweep()
    },
  }
}

export type RememberedWrites = ReturnType<typeof createRememberedWrites>

function seal(known: RememberedWrite, person: string, key: string): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(person, key), iv)
  const text = Buffer.concat([cipher.update(deflateRawSync(JSON.stringify(known))), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text])
}

/** Null for what another version of the program, or nobody at all, has sealed. */
function unseal(sealed: Buffer, person: string, key: string): RememberedWrite | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', sealingKey(person, key), sealed.subarray(0, ivLength))
    decipher.setAuthTag(sealed.subarray(ivLength, ivLength + tagLength))
    const text = Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()])
    return rememberedWrite.safeParse(JSON.parse(inflateRawSync(text).toString())).data ?? null
  } catch {
    return null
  }
}

function sealingKey(person: string, key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, person, 'remembered write', 32))
}

function nameOf(person: string, key: string): string {
  return createHash('sha256').update(`${person.length}:${person}${key}`).digest('hex')
}
