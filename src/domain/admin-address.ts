import { hasRole, type Role } from './roles.ts'

/** The page after a login without `next`. A login from this page needs no `next`. */
export const adminHome = '/admin'
export const loginAddress = '/admin/login'

/**
 * The page after a login: `next` if it is an admin page of this site other than the login, else the
 * dashboard (rulings, section 5).
 */
export function pathAfterLogin(next: string | null | undefined): string {
  if (!next || !/^\/admin(?:[/?#]|$)/.test(next)) return adminHome
  const path = next.split(/[?#]/, 1)[0] ?? ''
  // Browsers read backslashes as slashes, drop line breaks, and resolve dots.
  if (/[\\\s\p{Cc}]/u.test(next) || /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) return adminHome
  return path === loginAddress ? adminHome : next
}

/** The address of the login that redirects back to an admin page. */
export function loginFor(path: string): string {
  return path === adminHome ? loginAddress : `${loginAddress}?next=${encodeURIComponent(path)}`
}

export const accountAddress = '/admin/account'

/** The least role for which a screen is of use; all others are for everybody who is signed in. */
const screenRoles: ReadonlyMap<string, Role> = new Map([
  ['/admin/downloads', 'editor'],
  ['/admin/subscribers', 'editor'],
  ['/admin/site', 'editor'],
  ['/admin/import', 'owner'],
  ['/admin/import-newsletter', 'owner'],
  ['/admin/users', 'owner'],
])

/**
 * Whether a screen is offered to a user: the server refuses its calls to others. A browser may have
 * stored the user before there were roles.
 */
export function mayOpen(href: string, role: Role = 'owner'): boolean {
  const [path = ''] = href.split('?', 1)
  return hasRole(role, screenRoles.get(path) ?? 'writer')
}

/**
 * The address at which a second factor is set up that the site demands; it leads back to an admin
 * page.
 */
export function secondFactorFor(path: string): string {
  return path === adminHome ? accountAddress : `${accountAddress}?next=${encodeURIComponent(path)}`
}

/**
 * The document with which the admin starts without a network. It contains no content, so it needs
 * no session.
 */
export const shellAddress = '/admin/shell'
