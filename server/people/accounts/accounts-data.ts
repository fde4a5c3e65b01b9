import { z } from 'zod'

const instant = z.iso.datetime()

/** An administrator as stored. */
const userRecord = z.object({
  id: z.int().min(1),
  username: z.string(),
  passwordHash: z.string(),
  /** Author of this user's commits. */
  name: z.string(),
  email: z.string(),
  createdAt: instant,
  lastLoginAt: instant.nullable(),
  previousLoginAt: instant.nullable(),
})
export type UserRecord = z.infer<typeof userRecord>

/** A session as stored. The cookie contains its secret, the file only the hash. */
const sessionRecord = z.object({
  id: z.string(),
  secretHash: z.string(),
  userId: z.int(),
  createdAt: instant,
  lastSeenAt: instant,
  userAgent: z.string(),
})
export type SessionRecord = z.infer<typeof sessionRecord>

const invitationRecord = z.object({ codeHash: z.string(), invitedBy: z.int(), createdAt: instant, expiresAt: instant })
export type InvitationRecord = z.infer<typeof invitationRecord>

/** Schema of `DATA_DIR/accounts.json`. */
export const accountsData = z.object({
  nextUserId: z.int().min(1),
  users: z.array(userRecord),
  sessions: z.array(sessionRecord),
  invitations: z.array(invitationRecord),
})
export type AccountsData = z.infer<typeof accountsData>

export const noAccounts: AccountsData = { nextUserId: 1, users: [], sessions: [], invitations: [] }
