/** Where a login leads without a wish, and where it leads from nowhere else. */
export const adminHome = '/admin'
export const loginAddress = '/admin/login'

/** The page that a login may lead to: an own admin page other than the login itself, else the dashboard (rulings, section 5). */
export function pathAfterLogin(next: string | null | undefined): string {
  if (!next || !/^\/admin(?:[/?#]|$)/.test(next)) return adminHome
  const path = next.split(/[?#]/, 1)[0] ?? ''
  // Browsers read backslashes as slashes, drop line breaks, and resolve dots.
  if (/[\\\s\p{Cc}]/u.test(next) || /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) return adminHome
  return path === loginAddress ? adminHome : next
}

/** The login that leads back to an admin page. */
export function loginFor(path: string): string {
  return path === adminHome ? loginAddress : `${loginAddress}?next=${encodeURIComponent(path)}`
}

/** The document from which the admin starts without a network. Nothing of the content is in it, so it needs no session. */
export const shellAddress = '/admin/shell'
