/**
 * Roles, each with the rights of those before it. A writer writes what is not public, and asks for
 * a review; an editor publishes, and has the mailing list; an owner has the site and its users.
 */
export const roles = ['writer', 'editor', 'owner'] as const
export type Role = (typeof roles)[number]

/** Whether a role has the rights of another one. */
export const hasRole = (role: Role, needed: Role): boolean =>
  roles.indexOf(role) >= roles.indexOf(needed)
