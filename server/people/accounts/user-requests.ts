import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { writeWholeFile } from '../../platform/whole-file.ts'

const request = z.object({ username: z.string(), passwordHash: z.string() })
const prefix = 'user-request-'

/** Leaves a wish to make a user (or set a password) for the running server. Resolves with the file, which goes when the wish is fulfilled. */
export async function leaveUserRequest(dataDir: string, wish: z.infer<typeof request>): Promise<string> {
  const file = path.join(dataDir, `${prefix}${randomUUID()}.json`)
  await writeWholeFile(file, JSON.stringify(wish), { stored: 'safely' })
  return file
}

/**
 * Looks for stored requests and carries them out in the order of their names. A request that can't be read is renamed. `failed` gets each error
 * once; requests that failed are tried again at the next look.
 */
export function createUserRequests(
  dataDir: string,
  put: (username: string, passwordHash: string) => Promise<unknown>,
  failed: (error: unknown, file: string) => void,
) {
  const told = new Map<string, string>()

  async function take(file: string): Promise<void> {
    const text = await readFile(file, 'utf8')
    const wish = readWish(text)
    if (wish) {
      await put(wish.username, wish.passwordHash)
      return rm(file, { force: true })
    }
    const aside = `${file}.unreadable`
    await rename(file, aside)
    failed(new Error(`The request of user:create in ${aside} can't be read; make it again and delete the file.`), aside)
  }

  return async (): Promise<void> => {
    const names = (await readdir(dataDir)).filter((name) => name.startsWith(prefix) && name.endsWith('.json'))
    for (const name of names.sort()) {
      const file = path.join(dataDir, name)
      try {
        await take(file)
        told.delete(file)
      } catch (error) {
        const { message } = error as Error
        if (told.get(file) !== message) failed(error, file)
        told.set(file, message)
      }
    }
  }
}

function readWish(text: string): z.infer<typeof request> | null {
  try {
    return request.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
