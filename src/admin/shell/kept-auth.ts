import type { AuthStatus, OwnUser } from '#domain/account.ts'
import { ownUser } from '#domain/account.ts'

/** The two keys of the auth state (specification, section 4). */
export const statusKey = 'session-notes:signed-in'
export const userKey = 'session-notes:user'

type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Who was signed in when the browser last heard of it; null for nobody. A corrupt state is cleared. */
export function restoreAuth(store: KeyStore): OwnUser | null {
  const flag = store.getItem(statusKey)
  const text = store.getItem(userKey)
  if (flag === null && text === null) return null
  if (flag === 'true' && text !== null) {
    const user = ownUser.safeParse(parse(text))
    if (user.success) return user.data
  }
  clearAuth(store)
  return null
}

/** Keeps what the server has said. A browser that forbids its storage only starts without it next time. */
export function keepAuth(store: KeyStore, status: AuthStatus | null): void {
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

function clearAuth(store: KeyStore): void {
  store.removeItem(statusKey)
  store.removeItem(userKey)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
