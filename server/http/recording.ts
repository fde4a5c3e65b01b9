import type { RecordedAction } from '#domain/recorded-action.ts'
import type { SignedIn } from './signed-in.ts'

/** The person that an action is about. `username` and `email` are those before the action, and are never put on record. */
export interface Whom {
  id: number
  username?: string
  email?: string
}

/** An action of a call with `record`, as it is put on record. */
export interface ActionDone {
  action: RecordedAction
  outcome: 'done' | 'refused'
  /** The id of the signed-in person; null for a visitor. */
  by: number | null
  whom: Whom | null
  /** The network address that the request came from. */
  address: string
  /** The id of the request. */
  request: string
}

/** Puts an action on record. Never rejects. */
export type PutOnRecord = (done: ActionDone) => Promise<void>

/** What a handler says of its action: whom it is about, and what it was when the call can be several actions. */
export type About = (whom: Whom | null, action?: RecordedAction) => void

/**
 * Follows one request of a call with `record`. A success is put on record; a refusal only when the handler has said whom it is about, so that requests that no
 * limit counts leave nothing. Without `action`, nothing is.
 */
export function followAction(
  put: PutOnRecord,
  action: RecordedAction | undefined,
  person: SignedIn | null,
  request: { address: string; request: string },
) {
  // A copy: stores may change the user that they handed out.
  const self: Whom | null = person && { ...person.user }
  let said: { whom: Whom | null; action: RecordedAction | undefined } | null = null
  const about: About = (whom, other) => {
    said = { whom: whom && { ...whom }, action: other }
  }

  async function end(outcome: ActionDone['outcome']): Promise<void> {
    const { whom, action: other } = said ?? { whom: self, action: undefined }
    const done = other ?? action
    if (!done || (outcome === 'refused' && !said)) return
    await put({ action: done, outcome, by: self?.id ?? null, whom, ...request })
  }

  return { about, end }
}
