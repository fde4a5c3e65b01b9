import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const request = z.object({ username: z.string(), passwordHash: z.string() })
const prefix = 'user-request-'

/** Leaves a wish to make a user (or set a password) for the running server. Resolves with the file, which goes when the wish is fulfilled. */
export async function leaveUserRequest(dataDir: string, wish: z.infer<typeof request>): Promise<string> {
  const name = randomUUID()
  const file = path.join(dataDir, `${prefix}${name}.json`)
  const temporary = path.join(dataDir, `.${name}`)
  await writeFile(temporary, JSON.stringify(wish), { mode: 0o600, flag: 'wx' })
  await rename(temporary, file)
  return file
}

/** Fulfils the wishes that were left, oldest names first. A file that holds no wish is removed. */
export async function takeUserRequests(
  dataDir: string,
  put: (username: string, passwordHash: string) => Promise<unknown>,
): Promise<void> {
  for (const name of (await readdir(dataDir)).filter((entry) => entry.startsWith(prefix)).sort()) {
    const file = path.join(dataDir, name)
    const wish = request.safeParse(JSON.parse(await readFile(file, 'utf8').catch(() => 'null')))
    if (wish.success) await put(wish.data.username, wish.data.passwordHash)
    await rm(file, { force: true })
  }
}
