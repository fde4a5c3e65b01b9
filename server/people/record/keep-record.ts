import { createHmac } from 'node:crypto'
import { networkOf } from '../../http/network-of.ts'
import type { ActionDone } from '../../http/recording.ts'
import type { DataProblems } from '../../platform/data-problems.ts'
import type { Telemetry } from '../../platform/telemetry.ts'
import { createTokenBucket, type RateLimits } from '../../platform/token-bucket.ts'
import type { NewEntry, RecordStore } from './record-store.ts'

const hashLength = 12

/**
 * Puts actions on record: in the store, and as a line of the log. An action that can't be stored
 * has happened nevertheless, so it is a problem of the data, until one is stored; a record that
 * can't be read is one from the start. What visitors cause is stored up to a limit for each
 * outcome, so that guesses from many networks neither fill the disk nor hide a right password; the
 * log has all of it. A limit that refuses, and a list that is read in pages, count as one action
 * for a quarter of an hour in each process.
 */
export function createRecordKeeper(parts: {
  store: RecordStore
  secrets: ReadonlyArray<string>
  limits: RateLimits
  now: () => Date
  telemetry: Telemetry
  problems: Pick<DataProblems, 'note' | 'reading'>
}) {
  const { store, now, telemetry, problems } = parts
  const [secret = ''] = parts.secrets
  const key = createHmac('sha256', secret).update('networks on record').digest()
  const ofVisitors = parts.limits('record of visitors', { burst: 300, perSecond: 1 / 300 })
  // In memory: a list that is searched while somebody types asks the database nothing more.
  const repeated = createTokenBucket({ burst: 1, perSecond: 1 / 900 })
  const unstored = (error: unknown) =>
    problems.note('record', { error, message: 'actions are not put on record' })
  problems.reading(store.list({ actions: [], limit: 1 }, now()).catch(unstored))

  /**
   * A hash of the network: equal for all its requests. Without the key, no list of all networks
   * tells which one it is.
   */
  function hashOf(address: string): string {
    if (address === '') return ''
    return createHmac('sha256', key)
      .update(networkOf(address))
      .digest('base64url')
      .slice(0, hashLength)
  }

  function isRepeated(entry: Omit<NewEntry, 'at'>) {
    if (entry.outcome !== 'limited' && entry.action !== 'subscribers-read') return false
    return repeated.take(Object.values(entry).join(' ')) > 0
  }

  async function keep(entry: Omit<NewEntry, 'at'>) {
    const { action, outcome, by } = entry
    const isOfVisitor = by === null && (outcome !== 'done' || action === 'password-reset-asked')
    if (isOfVisitor && (await ofVisitors.take(outcome)) > 0) return
    await store.add({ at: now().toISOString(), ...entry })
    problems.note('record', null)
  }

  return async function recordAction({ request, address, ...done }: ActionDone): Promise<void> {
    const entry = { ...done, whom: done.whom?.id ?? null, network: hashOf(address) }
    if (isRepeated(entry)) return
    const { by: user, ...about } = entry
    telemetry({ event: 'action', user, request, ...about })
    await keep(entry).catch(unstored)
  }
}
