import { z } from 'zod'
import { tokenScopes } from '#domain/access-token.ts'
import { roleValue } from '#domain/account.ts'
import { contentTypes } from '#domain/content.ts'

const instant = z.iso.datetime()

/** An administrator as stored. */
export const userRecord = z.object({
  id: z.int().min(1),
  username: z.string(),
  passwordHash: z.string(),
  /** Author of this user's commits. */
  name: z.string(),
  email: z.string(),
  /** Users of versions without roles may do everything. */
  role: roleValue.default('owner'),
  createdAt: instant,
  lastLoginAt: instant.nullable(),
  previousLoginAt: instant.nullable(),
  /** They have put the list of the first steps away. */
  knowsFirstSteps: z.boolean().default(false),
})
export type UserRecord = z.infer<typeof userRecord>

/** A session as stored. The cookie contains its secret, the file only the hash. */
export const sessionRecord = z.object({
  id: z.string(),
  secretHash: z.string(),
  userId: z.int(),
  createdAt: instant,
  lastSeenAt: instant,
  /** When the user last gave password or passkey again; null: not since the sign-in. */
  confirmedAt: instant.nullable().default(null),
  userAgent: z.string(),
})
export type SessionRecord = z.infer<typeof sessionRecord>

export const invitationRecord = z.object({
  codeHash: z.string(),
  invitedBy: z.int(),
  role: roleValue.default('owner'),
  createdAt: instant,
  expiresAt: instant,
})
export type InvitationRecord = z.infer<typeof invitationRecord>

/** A code with which somebody who forgot their password sets a new one. */
export const resetRecord = z.object({
  codeHash: z.string(),
  userId: z.int(),
  createdAt: instant,
  expiresAt: instant,
})
export type ResetRecord = z.infer<typeof resetRecord>

/**
 * The authenticator app of a user (RFC 6238). The secret is encrypted with the key of the sessions.
 */
export const totpRecord = z.object({
  userId: z.int(),
  sealedSecret: z.string(),
  since: instant,
  /** The last time step whose code was used. Codes of this step and earlier ones are refused. */
  lastStep: z.int(),
  /** Hashes of the recovery codes that are left. */
  recoveryHashes: z.array(z.string()),
})
export type TotpRecord = z.infer<typeof totpRecord>

/** A public key of a user's device or password manager. `id` and `publicKey` are base64url. */
export const passkeyRecord = z.object({
  id: z.string(),
  userId: z.int(),
  publicKey: z.string(),
  /** How often the device says that it has signed; 0 for devices that do not count. */
  counter: z.int(),
  transports: z.array(z.string()),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
})
export type PasskeyRecord = z.infer<typeof passkeyRecord>

/**
 * A challenge of a passkey that was answered, stored until it expires, so that it is answered once.
 */
export const spentChallenge = z.object({ hash: z.string(), expiresAt: instant })
export type SpentChallenge = z.infer<typeof spentChallenge>

/** Permission to read an unpublished item without an account. */
export const draftLinkRecord = z.object({
  id: z.string(),
  type: z.enum(contentTypes),
  item: z.int(),
  createdBy: z.int(),
  createdAt: instant,
  expiresAt: instant,
})
export type DraftLinkRecord = z.infer<typeof draftLinkRecord>

/** A request of a writer for a review. */
export const reviewRecord = z.object({
  /** Type and id of the item: `articles/7`. */
  id: z.string(),
  type: z.enum(contentTypes),
  item: z.int(),
  /** The item was a draft, so that the review ends when it is published. */
  ofDraft: z.boolean(),
  askedBy: z.int(),
  askedAt: instant,
  note: z.string(),
  /** The editor who returned the item; null while it waits for one. */
  returnedBy: z.int().nullable(),
})
export type ReviewRecord = z.infer<typeof reviewRecord>

/** A token with which programs call in the name of a user. The id is the hash of its text. */
export const tokenRecord = z.object({
  id: z.string(),
  userId: z.int(),
  name: z.string(),
  scope: z.enum(tokenScopes),
  createdAt: instant,
  expiresAt: instant,
  lastUsedAt: instant.nullable(),
})
export type TokenRecord = z.infer<typeof tokenRecord>

/** Schema of `DATA_DIR/accounts.json`. Lists that a file of an older version lacks are empty. */
export const accountsData = z.object({
  nextUserId: z.int().min(1),
  users: z.array(userRecord),
  sessions: z.array(sessionRecord),
  invitations: z.array(invitationRecord),
  resets: z.array(resetRecord).default([]),
  totps: z.array(totpRecord).default([]),
  passkeys: z.array(passkeyRecord).default([]),
  spentChallenges: z.array(spentChallenge).default([]),
  draftLinks: z.array(draftLinkRecord).default([]),
  reviews: z.array(reviewRecord).default([]),
  tokens: z.array(tokenRecord).default([]),
  /** A second factor is demanded of all administrators. */
  demandsSecondFactor: z.boolean().default(false),
})
export type AccountsData = z.infer<typeof accountsData>

export const noAccounts: AccountsData = {
  nextUserId: 1,
  users: [],
  sessions: [],
  invitations: [],
  resets: [],
  totps: [],
  passkeys: [],
  spentChallenges: [],
  draftLinks: [],
  reviews: [],
  tokens: [],
  demandsSecondFactor: false,
}
