import { createHmac } from 'node:crypto'
import { networkOf } from '../../http/network-of.ts'
import type { ActionDone } from '../../http/recording.ts'
import type { DataProblems } from '../../platform/data-problems.ts'
import type { Telemetry } from '../../platform/telemetry.ts'
import type { RateLimits } from '../../platform/token-bucket.ts'
import type { RecordStore } from './record-store.ts'

const hashLength = 12

/**
 * Puts actions on record: in the store, and as a line of the log. An action that can't be stored
 * has happened nevertheless, so it is a problem of the data, until one is stored; a record that
 * can't be read is one from the start. What visitors cause is stored up to a limit for all of them
 * together, so that guesses from many networks don't fill the disk; the log has all of it.
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

  async function keep({ action, outcome, by, whom, object, address }: ActionDone) {
    const isOfVisitor = by === null && (outcome === 'refused' || action === 'password-reset-asked')
    if (isOfVisitor && (await ofVisitors.take('all')) > 0) return
    const entry = { at: now().toISOString(), action, outcome, by, whom: whom?.id ?? null, object }
    await store.add({ ...entry, network: hashOf(address) })
    problems.note('record', null)
  }

  return async function recordAction(done: ActionDone): Promise<void> {
    const { action, outcome, by, whom, object, address, request } = done
    telemetry({
      event: 'action',
      action,
      outcome,
      user: by,
      whom: whom?.id ?? null,
      object,
      network: hashOf(address),
      request,
    })
    await keep(done).catch(unstored)
  }
}
