import { z } from 'zod'
import type { LineEnds } from '../read/line-ends.ts'

/** One file of a commit that is under way. */
export interface PlannedFile {
  /** From the root of the work tree. */
  path: string
  /** Blob before and after; null where there is no file. */
  before: string | null
  after: string | null
  mode: string
  lineEnds: LineEnds
  /** The file on the disk has CRLF line ends where the blob has LF. */
  crlf: boolean
  /** Permission bits of the file before; null where there was none. */
  permissions: number | null
}

/** What a commit does to the repository, written down before it begins: enough to complete it or to take it back. */
export interface WritePlan {
  branch: string
  before: string | null
  after: string
  files: ReadonlyArray<PlannedFile>
  /** The bytes of a commit that we have made, in base64; null for one that came with all its objects. */
  text: string | null
}

const id = z.string().regex(/^[0-9a-f]{40}$/)

export const journalSchema = z.object({
  owner: z.object({ pid: z.number(), started: z.string() }),
  plan: z.object({
    branch: z.string(),
    before: id.nullable(),
    after: id,
    // Plans of an earlier version have none.
    text: z.string().nullable().default(null),
    files: z.array(
      z.object({
        path: z.string(),
        before: id.nullable(),
        after: id.nullable(),
        mode: z.string(),
        lineEnds: z.enum(['keep', 'store-lf', 'checkout-crlf']),
        crlf: z.boolean(),
        permissions: z.number().nullable(),
      }),
    ),
  }),
})
