import { z } from 'zod'
import { instant } from './value-schemas.ts'

const moment = instant.nullable()

/** The state of the synchronisation with `GIT_REMOTE`; answer of `GET` and `POST /api/sync`. */
export const syncState = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('off') }),
  z.strictObject({
    kind: z.literal('on'),
    state: z
      .enum(['idle', 'syncing', 'waiting', 'rewound', 'conflict', 'failed'])
      .describe(
        '`waiting`: for work that is not committed in the checkout, and the like; `rewound`: the remote has lost commits; `conflict`: for a person to merge; `failed`: the remote, which is tried again at growing distances. In all four the site works and saves as always.',
      ),
    remote: z.string().describe('Its address without credentials.'),
    branch: z.string().nullable().describe('Null while the working copy is on none.'),
    ahead: z.int().nonnegative().describe('Commits that only the site has.'),
    behind: z
      .int()
      .nonnegative()
      .describe('Commits that only the remote has, as far as it is known.'),
    lastSync: moment.describe(
      'When both were last found to be the same, since the start of the server.',
    ),
    lastPull: moment.describe('When commits last came in.'),
    lastPush: moment.describe('When commits last went out.'),
    next: moment.describe('When it is tried again by itself; null while it is under way.'),
    error: z
      .strictObject({ message: z.string() })
      .nullable()
      .describe('Why it does not go on, or which commits were lost.'),
    conflicts: z
      .array(z.string())
      .describe('Files of a conflict, from the root of the repository.'),
  }),
])

export type SyncState = z.infer<typeof syncState>
