import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Database } from './database.ts'
import { DatabaseRefused } from './migrate.ts'

/** A setting that all servers of a site need to have in common. */
export interface SharedSetting {
  /** The variable of the environment. */
  name: string
  /**
   * Its value; of a list of keys the first one signs and all are accepted. Empty when it is not
   * set.
   */
  values: ReadonlyArray<string>
  isSecret?: boolean
}

/** Separates the values of a row: no value contains it. */
const separator = '\n'

/** The row with the key of the digests. */
const digestKey = 'key of the digests'

/**
 * Records the settings of a server that starts. `isAlone`: no other server runs, so that any values
 * are right. Throws DatabaseRefused with one sentence when a setting is not that of the servers
 * that run.
 */
export async function agreeOnSettings(
  database: Database,
  settings: ReadonlyArray<SharedSetting>,
  isAlone: boolean,
): Promise<void> {
  await database.transaction(async (queries) => {
    // Servers that start at the same time take turns.
    await queries.run('lock table shared_settings in exclusive mode')
    const rows = await queries.rows(
      z.object({ name: z.string(), value: z.string() }),
      'select name, value from shared_settings',
    )
    const known = new Map(
      rows.map(({ name, value }) => [name, value === '' ? [] : value.split(separator)]),
    )
    const key = known.get(digestKey)?.[0] ?? randomBytes(32).toString('base64url')
    const digest = (value: string) => createHmac('sha256', key).update(value).digest('base64url')
    const own = [
      ...settings.map((one) => ({
        ...one,
        stored: one.isSecret ? one.values.map(digest) : one.values,
      })),
      { name: digestKey, stored: [key], isSecret: true },
    ]
    for (const { name, stored, isSecret = false } of own) {
      const theirs = known.get(name)
      // A server of an older version has recorded none.
      if (!isAlone && theirs && !areCompatible(stored, theirs))
        throw new DatabaseRefused(refusal({ name, isSecret, own: stored, theirs }))
    }
    for (const { name, stored } of own)
      await queries.run(
        `insert into shared_settings (name, value) values ($1, $2)
         on conflict (name) do update set value = excluded.value, at = clock_timestamp()
         where shared_settings.value <> excluded.value`,
        [name, stored.join(separator)],
      )
  })
}

/**
 * Whether each of two servers accepts what the other one signs; for a single value, whether both
 * have the same.
 */
function areCompatible(own: ReadonlyArray<string>, theirs: ReadonlyArray<string>): boolean {
  const [mine, other] = [own[0], theirs[0]]
  if (mine === undefined || other === undefined) return mine === other
  return theirs.includes(mine) && own.includes(other)
}

function refusal(one: {
  name: string
  isSecret: boolean
  own: ReadonlyArray<string>
  theirs: ReadonlyArray<string>
}): string {
  const { name } = one
  const say = ([value]: ReadonlyArray<string>) =>
    value === undefined ? 'not set' : one.isSecret ? 'set' : value
  const [own, theirs] = [say(one.own), say(one.theirs)]
  const differs =
    own === theirs
      ? `${name} is not that of the other servers of this site`
      : `${name} is ${own} here and ${theirs} at the other servers of this site`
  const onPurpose =
    name === 'SESSION_SECRET' && own === theirs
      ? 'start every server with OLD,NEW, then every one with NEW,OLD'
      : 'stop all servers, then start them with the new value'
  return `${differs}, and all need the same; to change it, ${onPurpose}.`
}
