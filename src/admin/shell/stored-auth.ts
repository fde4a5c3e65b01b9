import type { AuthStatus, OwnUser } from '#domain/account.ts'
import { isRecord } from '#domain/is-record.ts'
import { statusKey } from '../../ui/signed-in-here.ts'

/** Local storage key of the user (specification, section 4). */
export const userKey = 'session-notes:user'

type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The user that was signed in last in this browser; null for nobody. Clears an invalid state. */
export function restoreAuth(store: KeyStore): OwnUser | null {
  const flag = store.getItem(statusKey)
  const text = store.getItem(userKey)
  if (flag === null && text === null) return null
  if (flag === 'true' && text !== null) {
    const user = parse(text)
    if (isOwnUser(user)) return user
  }
  clearAuth(store)
  return null
}

/**
 * Stores the answer of the server. Errors are ignored: without storage the next start has no user.
 */
export function storeAuth(store: KeyStore, status: AuthStatus | null): void {
  if (!status?.isLoggedIn || !status.user) {
    clearAuth(store)
    return
  }
  try {
    store.setItem(statusKey, 'true')
    store.setItem(userKey, JSON.stringify(status.user))
  } catch (error) {
    console.warn(error)
  }
}

function clearAuth(store: KeyStore) {
  store.removeItem(statusKey)
  store.removeItem(userKey)
}

/**
 * Checked by hand, because every screen does this before it shows anything, and a library of
 * validators takes 30 ms to load.
 */
function isOwnUser(value: unknown): value is OwnUser {
  if (!isRecord(value)) return false
  const { id, username, name, email } = value
  return (
    Number.isSafeInteger(id) && [username, name, email].every((text) => typeof text === 'string')
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
