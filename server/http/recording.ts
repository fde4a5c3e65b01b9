import type { Outcome, RecordedAction } from '#domain/recorded-action.ts'
import type { SignedIn } from './signed-in.ts'

/**
 * The person that an action is about. `username` and `email` are those before the action, and are
 * never put on record.
 */
export interface Whom {
  id: number
  username?: string
  email?: string
}

/** An action of a call with `record`, as it is put on record. */
export interface ActionDone {
  action: RecordedAction
  outcome: Outcome
  /** The id of the signed-in person; null for a visitor. */
  by: number | null
  whom: Whom | null
  /** The id of a subscriber or an item. */
  object: number | null
  /** The network address that the request came from. */
  address: string
  /** The id of the request. */
  request: string
}

/** Puts an action on record. Never rejects. */
export type RecordAction = (done: ActionDone) => Promise<void>

/**
 * What a handler says of its action: whom it is about, the subscriber or item, the action when the
 * call can be several (null when it was none), and why it is refused. `now`: the action is put on
 * record as done before the promise resolves, because its answer may break off when half of it has
 * left.
 */
export type About = (
  whom: Whom | null,
  more?: { action?: RecordedAction | null; object?: number; reason?: Outcome; now?: boolean },
) => Promise<void>

/**
 * Follows one request of a call with `record`. A success is put on record, and a refusal after too
 * many attempts; another one only when the handler has said whom it is about, so that requests that
 * no limit counts leave nothing. Without `action`, nothing is.
 */
export function followAction(
  put: RecordAction,
  action: RecordedAction | undefined,
  person: SignedIn | null,
  request: { address: string; request: string },
) {
  // A copy: stores may change the user that they handed out.
  const self: Whom | null = person && { ...person.user }
  let said:
    | (Pick<ActionDone, 'whom' | 'object'> & {
        action: RecordedAction | null | undefined
        reason?: Outcome | undefined
      })
    | null = null
  let isPut = false
  const about: About = async (
    whom,
    { action: other = action, object = null, reason, now = false } = {},
  ) => {
    said = { whom: whom && { ...whom }, action: other, object, reason }
    if (now) await end('done')
  }

  async function end(outcome: 'done' | 'refused' | 'limited') {
    const { whom, action: done, object, reason } = said ?? { whom: self, action, object: null }
    if (isPut || !done || (outcome === 'refused' && !said)) return
    isPut = true
    const by = self?.id ?? null
    await put({ action: done, outcome: reason ?? outcome, by, whom, object, ...request })
  }

  return { about, end }
}
