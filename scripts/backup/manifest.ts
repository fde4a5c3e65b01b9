import { z } from 'zod'

/** What a backup says of itself: `manifest.json`, its first entry. */
export const manifestSchema = z.object({
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  /** The content folder below the root of its repository, with slashes; empty when it is the root. */
  prefix: z.string(),
  /** The branch that was checked out, and its commit. */
  branch: z.string(),
  head: z.string().regex(/^[0-9a-f]{40}$/),
  /** Content files with work that was not committed, from the root of the repository; they lie in `uncommitted/`. */
  uncommitted: z.array(z.string()),
})
export type Manifest = z.infer<typeof manifestSchema>

/** What the parts of a backup are called. */
export const parts = {
  manifest: 'manifest.json',
  repository: 'repository.bundle',
  data: 'data',
  uncommitted: 'uncommitted',
} as const

/** What of `DATA_DIR` is no data: caches are made again, and the lock belongs to a process. */
export const notData: ReadonlySet<string> = new Set(['cache', 'server.lock'])
