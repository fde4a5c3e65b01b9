import { z } from 'zod'
import { pageLimit } from './list-query.ts'

/**
 * Actions that are put on record, in the words of the list: who can sign in, who did, and what was
 * done with people's data.
 */
export const recordedActions = {
  'signed-in': { kind: 'sign-ins', label: 'Signed in' },
  'signed-out': { kind: 'sign-ins', label: 'Signed out' },
  confirmed: { kind: 'sign-ins', label: 'Confirmed a change with password or passkey' },
  'session-ended': { kind: 'sign-ins', label: 'Ended a session' },
  'sessions-ended': { kind: 'sign-ins', label: 'Ended all sessions of somebody' },
  registered: { kind: 'accounts', label: 'Registered' },
  'invitation-made': { kind: 'accounts', label: 'Made an invitation' },
  'user-set': { kind: 'accounts', label: 'Account made, or password set, on the server’s machine' },
  'user-deleted': { kind: 'accounts', label: 'Deleted an administrator' },
  'profile-changed': { kind: 'accounts', label: 'Changed the profile' },
  'address-changed': { kind: 'accounts', label: 'Changed the mail address' },
  'password-changed': { kind: 'accounts', label: 'Changed the password' },
  'password-reset-asked': { kind: 'accounts', label: 'Asked for a link for a forgotten password' },
  'reset-link-mailed': { kind: 'accounts', label: 'Link for a forgotten password mailed' },
  'reset-link-made': { kind: 'accounts', label: 'Made a link for a new password' },
  'password-reset': { kind: 'accounts', label: 'Password set with a link' },
  'passkey-added': { kind: 'accounts', label: 'Added a passkey' },
  'passkey-removed': { kind: 'accounts', label: 'Removed a passkey' },
  'app-switched-on': { kind: 'accounts', label: 'Set up an authenticator app' },
  'app-switched-off': { kind: 'accounts', label: 'Switched the authenticator app off' },
  'recovery-codes-made': { kind: 'accounts', label: 'Made new recovery codes' },
  'second-factors-removed': {
    kind: 'accounts',
    label: 'App and passkeys removed on the server’s machine',
  },
  'second-factor-demanded': { kind: 'accounts', label: 'Demanded a second factor of everybody' },
  'second-factor-optional': {
    kind: 'accounts',
    label: 'Left a second factor to everybody’s choice',
  },
  'draft-link-made': { kind: 'data', label: 'Shared a draft' },
  'draft-link-ended': { kind: 'data', label: 'Ended a link to a draft' },
  'subscriber-added': { kind: 'data', label: 'Added a subscriber' },
  'subscriber-deleted': { kind: 'data', label: 'Deleted a subscriber' },
  'departure-ended': { kind: 'data', label: 'Removed the record of a deleted subscriber' },
  'subscribers-imported': { kind: 'data', label: 'Imported subscribers' },
  'subscribers-read': { kind: 'data', label: 'Read the list of subscribers' },
  'subscribers-exported': { kind: 'data', label: 'Exported the subscribers' },
  'issue-mailing': { kind: 'data', label: 'Changed the mailing of an issue' },
  'texts-imported': { kind: 'data', label: 'Imported texts of another system' },
  'comments-exported': { kind: 'data', label: 'Saved the comments of an import' },
  'import-undone': { kind: 'data', label: 'Took an import of texts back' },
  'data-exported': { kind: 'data', label: 'Data exported on the server’s machine' },
  'backup-made': { kind: 'data', label: 'Backup made on the server’s machine' },
  'backup-restored': { kind: 'data', label: 'Backup restored on the server’s machine' },
  'record-exported': { kind: 'data', label: 'Exported this record' },
} as const satisfies Record<string, { kind: RecordKind; label: string }>
export type RecordedAction = keyof typeof recordedActions

/** The kinds that the list is filtered by. */
export const recordKinds = ['sign-ins', 'accounts', 'data'] as const
type RecordKind = (typeof recordKinds)[number]

export const actionNames = Object.keys(recordedActions) as Array<RecordedAction>

/** The outcomes of an action: it was done, or why it was refused. */
export const recordedOutcomes = [
  'done',
  'refused',
  'limited',
  'code-missing',
  'passkey-missing',
  'code-wrong',
] as const

/** An action on record. It holds no name, no address and no secret. */
export const actionEntry = z.strictObject({
  id: z.int().positive(),
  at: z.iso.datetime(),
  action: z.enum(actionNames),
  outcome: z
    .enum(recordedOutcomes)
    .describe(
      'Everything but `done` was refused: `limited` after too many attempts, `code-missing`, `passkey-missing` and `code-wrong` with the right password.',
    ),
  by: z
    .int()
    .nullable()
    .describe(
      'The id of the signed-in administrator; null for a visitor, or on the server’s machine.',
    ),
  whom: z.int().nullable().describe('The id of the administrator whose account it is about.'),
  object: z.int().nullable().describe('The id of the subscriber or item that it is about.'),
  network: z
    .string()
    .describe(
      'A keyed hash of the network: equal for requests from one network. Empty on the server’s machine.',
    ),
})
export type Outcome = ActionEntry['outcome']
export type ActionEntry = z.infer<typeof actionEntry>

const filters = z.strictObject({
  kind: z.enum(recordKinds).optional(),
  outcome: z.enum(['done', 'refused']).optional().describe('`refused`: for any reason.'),
  person: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .describe('Who did it, or whose account it is about.'),
})

/** The query of `GET /api/record.csv`. */
export const recordFilter = filters
export type RecordFilter = z.infer<typeof recordFilter>

/** The query of `GET /api/record`. */
export const recordQuery = filters.extend({
  limit: pageLimit.default(50),
  cursor: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .describe('Where the page begins; from the `Link` header.'),
})

/** An action with the names of today; null where nobody has that id any more. */
export const recordView = actionEntry.extend({
  byName: z.string().nullable(),
  whomName: z.string().nullable(),
})
export type RecordView = z.infer<typeof recordView>
