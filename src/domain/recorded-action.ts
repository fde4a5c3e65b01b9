import { z } from 'zod'
import { pageLimit } from './list-query.ts'
import { instant, positiveInt } from './value-schemas.ts'

/**
 * Actions that are put on record, in the words of the list: who can sign in, who did, and what was
 * done with people's data. The list is filtered by their kinds.
 */
const labels = {
  'sign-ins': {
    'signed-in': 'Signed in',
    'signed-out': 'Signed out',
    confirmed: 'Confirmed a change with password or passkey',
    'session-ended': 'Ended a session',
    'sessions-ended': 'Ended all sessions of somebody',
  },
  accounts: {
    registered: 'Registered',
    'invitation-made': 'Made an invitation',
    'user-set': 'Account made, or password set, on the server’s machine',
    'user-deleted': 'Deleted an administrator',
    'role-changed': 'Changed somebody’s role',
    'profile-changed': 'Changed the profile',
    'address-changed': 'Changed the mail address',
    'password-changed': 'Changed the password',
    'password-reset-asked': 'Asked for a link for a forgotten password',
    'reset-link-mailed': 'Link for a forgotten password mailed',
    'reset-link-made': 'Made a link for a new password',
    'password-reset': 'Password set with a link',
    'passkey-added': 'Added a passkey',
    'passkey-removed': 'Removed a passkey',
    'token-made': 'Made a token for a program',
    'token-ended': 'Ended a token',
    'app-switched-on': 'Set up an authenticator app',
    'app-switched-off': 'Switched the authenticator app off',
    'recovery-codes-made': 'Made new recovery codes',
    'second-factors-removed': 'App and passkeys removed on the server’s machine',
    'second-factor-demanded': 'Demanded a second factor of everybody',
    'second-factor-optional': 'Left a second factor to everybody’s choice',
  },
  data: {
    'draft-link-made': 'Shared a draft',
    'draft-link-ended': 'Ended a link to a draft',
    'subscriber-added': 'Added a subscriber',
    'subscriber-deleted': 'Deleted a subscriber',
    'departure-ended': 'Removed the record of a deleted subscriber',
    'subscribers-imported': 'Imported subscribers',
    'subscribers-read': 'Read the list of subscribers',
    'subscribers-exported': 'Exported the subscribers',
    'issue-mailing': 'Changed the mailing of an issue',
    'texts-imported': 'Imported texts of another system',
    'comments-exported': 'Saved the comments of an import',
    'import-undone': 'Took an import of texts back',
    'data-exported': 'Data exported on the server’s machine',
    'backup-made': 'Backup made on the server’s machine',
    'backup-restored': 'Backup restored on the server’s machine',
    'record-exported': 'Exported this record',
  },
} as const

type RecordKind = keyof typeof labels
export const recordKinds = Object.keys(labels) as Array<RecordKind>

export type RecordedAction = { [Kind in RecordKind]: keyof (typeof labels)[Kind] }[RecordKind]

export const actionLabels: Readonly<Record<RecordedAction, string>> = Object.assign(
  {},
  ...Object.values(labels),
)

/** The actions of a kind; without one, all of them. */
export function actionsOf(kind?: RecordKind): Array<RecordedAction> {
  return Object.keys(kind === undefined ? actionLabels : labels[kind]) as Array<RecordedAction>
}

export const actionNames = actionsOf()

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
  id: positiveInt,
  at: instant,
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
