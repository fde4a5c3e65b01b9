import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import {
  actionEntry,
  actionNames,
  type Outcome,
  type RecordedAction,
} from '#domain/recorded-action.ts'
import type { Log } from '../../platform/log.ts'
import { writeWholeFile } from '../../platform/whole-file.ts'
import { RequestRefused } from './user-names.ts'

const outcomes = actionEntry.shape.outcome
const request = z.union([
  z.object({ username: z.string(), passwordHash: z.string() }),
  z.object({ username: z.string(), removeSecondFactors: z.literal(true) }),
  z.object({ demandSecondFactor: z.boolean() }),
  z.object({ record: z.enum(actionNames), outcome: outcomes.default('done') }),
])
/**
 * What the operator of the server changes: a user to create or a password to set, second factors to
 * remove, whether everybody needs one; or what a command did, to be put on record.
 */
export type UserRequest = z.infer<typeof request>

/** What is put on record of a request, and of whom. */
export interface RecordedRequest {
  action: RecordedAction
  outcome: Outcome
  username: string | null
}

/**
 * Carries out a request with `make`, and puts on record that it was done, or that it was refused.
 * Rejects as `make` does.
 */
export async function onRecord<Result>(
  wanted: UserRequest,
  make: () => Promise<Result>,
  record: (done: RecordedRequest) => Promise<void>,
): Promise<Result> {
  const done = {
    action: actionOf(wanted),
    outcome: 'outcome' in wanted ? wanted.outcome : 'done',
    username: 'username' in wanted ? wanted.username : null,
  } as const
  try {
    const result = await make()
    await record(done)
    return result
  } catch (error) {
    if (error instanceof RequestRefused) await record({ ...done, outcome: 'refused' })
    throw error
  }
}

function actionOf(wanted: UserRequest): RecordedAction {
  if ('passwordHash' in wanted) return 'user-set'
  if ('removeSecondFactors' in wanted) return 'second-factors-removed'
  if ('record' in wanted) return wanted.record
  return wanted.demandSecondFactor ? 'second-factor-demanded' : 'second-factor-optional'
}

const prefix = 'user-request-'

/** The file with the reason why a request was refused, beside the place of the request. */
export const refusalOfRequest = (file: string): string => `${file}.refused`

/**
 * Writes a request for the running server. Resolves with the path; the server removes the file when
 * it is done, and writes the reason beside it when it refuses it.
 */
export async function writeUserRequest(dataDir: string, wanted: UserRequest): Promise<string> {
  const file = path.join(dataDir, `${prefix}${randomUUID()}.json`)
  await writeWholeFile(file, JSON.stringify(wanted), { stored: 'safely' })
  return file
}

/** Interval at which the server checks for requests of `npm run user:create`, in milliseconds. */
const userRequestsEveryMs = 1000

/**
 * Carries out requests of `npm run user:create`. They are files, because only the server may change
 * the accounts.
 */
export function followUserRequests(
  dataDir: string,
  log: Log,
  carryOut: (wanted: UserRequest) => Promise<unknown>,
): { stop(): Promise<void> } {
  const readRequests = createUserRequests(dataDir, carryOut, (error) =>
    log.error({ err: error }, 'a request of user:create could not be carried out'),
  )
  let checking: Promise<void> | null = null
  let isFailing = false
  const checkRequests = () => {
    checking ??= readRequests()
      .then(
        () => {
          isFailing = false
        },
        (error: unknown) => {
          if (!isFailing) log.error({ err: error }, 'requests of user:create cannot be read')
          isFailing = true
        },
      )
      .finally(() => {
        checking = null
      })
  }
  checkRequests()
  const timer = setInterval(checkRequests, userRequestsEveryMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      await checking
    },
  }
}

/**
 * Creates a function that carries out stored requests in the order of their file names. An
 * unreadable request is renamed; one that `carryOut` rejects with RequestRefused is answered with
 * the reason. `failed` gets each error once; failed requests are tried again at the next call.
 */
export function createUserRequests(
  dataDir: string,
  carryOut: (wanted: UserRequest) => Promise<unknown>,
  failed: (error: unknown, file: string) => void,
) {
  const reported = new Map<string, string>()

  async function carryOutFile(file: string) {
    const text = await readFile(file, 'utf8')
    const wanted = readRequest(text)
    if (wanted) {
      await carryOut(wanted).catch(async (error: unknown) => {
        if (!(error instanceof RequestRefused)) throw error
        await writeWholeFile(refusalOfRequest(file), error.message, { stored: 'safely' })
      })
      return rm(file, { force: true })
    }
    const aside = `${file}.unreadable`
    await rename(file, aside)
    failed(
      new Error(
        `The request of a user command in ${aside} can't be read; delete the file and repeat the command.`,
      ),
      aside,
    )
  }

  return async (): Promise<void> => {
    const names = (await readdir(dataDir)).filter(
      (name) => name.startsWith(prefix) && name.endsWith('.json'),
    )
    for (const name of names.sort()) {
      const file = path.join(dataDir, name)
      try {
        await carryOutFile(file)
        reported.delete(file)
      } catch (error) {
        const { message } = error as Error
        if (reported.get(file) !== message) failed(error, file)
        reported.set(file, message)
      }
    }
  }
}

function readRequest(text: string): UserRequest | null {
  try {
    return request.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
