import type { CollectionsOf, Records } from '../../records/records.ts'
import {
  draftLinkRecord,
  invitationRecord,
  passkeyRecord,
  resetRecord,
  reviewRecord,
  sessionRecord,
  spentChallenge,
  tokenRecord,
  totpRecord,
  type UserRecord,
  userRecord,
} from './accounts-data.ts'

/** A user name as it counts: without the case of its letters. */
export const nameKey = (username: string) => username.toLowerCase()

export const accountRecords = {
  collections: {
    users: {
      record: userRecord,
      key: 'id',
      table: 'users',
      order: 'id',
      derived: { usernameKey: ({ username }: UserRecord) => nameKey(username) },
      unique: 'usernameKey',
    },
    sessions: {
      record: sessionRecord,
      key: 'id',
      table: 'sessions',
      order: 'position',
      owner: 'userId',
    },
    invitations: {
      record: invitationRecord,
      key: 'codeHash',
      table: 'invitations',
      order: 'created_at',
      owner: 'invitedBy',
    },
    resets: {
      record: resetRecord,
      key: 'codeHash',
      table: 'password_resets',
      order: 'created_at',
      owner: 'userId',
    },
    totps: { record: totpRecord, key: 'userId', table: 'totps', order: 'user_id', owner: 'userId' },
    passkeys: {
      record: passkeyRecord,
      key: 'id',
      table: 'passkeys',
      order: 'position',
      owner: 'userId',
    },
    spentChallenges: {
      record: spentChallenge,
      key: 'hash',
      table: 'spent_challenges',
      order: 'expires_at',
    },
    draftLinks: {
      record: draftLinkRecord,
      key: 'id',
      table: 'draft_links',
      order: 'position',
      owner: 'createdBy',
    },
    reviews: {
      record: reviewRecord,
      key: 'id',
      table: 'reviews',
      order: 'asked_at',
      owner: 'askedBy',
    },
    tokens: {
      record: tokenRecord,
      key: 'id',
      table: 'tokens',
      order: 'position',
      owner: 'userId',
    },
  },
  owners: 'users' as const,
  ids: { field: 'nextUserId', sequence: 'user_ids' },
  flag: { field: 'demandsSecondFactor', table: 'account_rules' },
}

export type AccountRecords = Records<typeof accountRecords>
export type AccountTransaction = CollectionsOf<typeof accountRecords>
