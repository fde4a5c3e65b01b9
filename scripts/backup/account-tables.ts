import type { ZodObject } from 'zod'
import {
  type AccountsData,
  draftLinkRecord,
  invitationRecord,
  passkeyRecord,
  resetRecord,
  sessionRecord,
  spentChallenge,
  totpRecord,
  userRecord,
} from '../../server/people/accounts/accounts-data.ts'
import { columnsOf } from '../../server/platform/postgres/record-rows.ts'

/** A list of the accounts, and the table that has it in a database. */
interface AccountTable {
  list: Exclude<keyof AccountsData, 'nextUserId' | 'demandsSecondFactor'>
  record: ZodObject
  table: string
  /** The column that the list is ordered by. */
  order: string
  /** The property that names a user; records of users who are gone are left out. */
  owner?: string
}

/** Users come first: the others refer to them. */
export const accountTables: ReadonlyArray<AccountTable> = [
  { list: 'users', record: userRecord, table: 'users', order: 'id' },
  { list: 'sessions', record: sessionRecord, table: 'sessions', order: 'position', owner: 'userId' },
  { list: 'invitations', record: invitationRecord, table: 'invitations', order: 'created_at', owner: 'invitedBy' },
  { list: 'resets', record: resetRecord, table: 'password_resets', order: 'created_at', owner: 'userId' },
  { list: 'totps', record: totpRecord, table: 'totps', order: 'user_id', owner: 'userId' },
  { list: 'passkeys', record: passkeyRecord, table: 'passkeys', order: 'position', owner: 'userId' },
  { list: 'spentChallenges', record: spentChallenge, table: 'spent_challenges', order: 'expires_at' },
  { list: 'draftLinks', record: draftLinkRecord, table: 'draft_links', order: 'position', owner: 'createdBy' },
]

/** The row of a record. */
export function rowOfRecord({ table }: AccountTable, record: object): Record<string, unknown> {
  const row = columnsOf(record)
  return table === 'users' ? { ...row, username_key: String(row.username).toLowerCase() } : row
}
