import { z } from 'zod'

/** The description of a backup: `manifest.json`, its first entry. */
export const manifestSchema = z.object({
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  /** The path of the content folder in its repository, with slashes; empty for the root. */
  prefix: z.string(),
  /** The checked-out branch and its commit. */
  branch: z.string(),
  head: z.string().regex(/^[0-9a-f]{40}$/),
  /**
   * Uncommitted content files, by path from the root of the repository; they are in `uncommitted/`.
   */
  uncommitted: z.array(z.string()),
})
export type Manifest = z.infer<typeof manifestSchema>

/** The names of a backup's parts. */
export const parts = {
  manifest: 'manifest.json',
  repository: 'repository.bundle',
  data: 'data',
  uncommitted: 'uncommitted',
} as const

/**
 * Entries of `DATA_DIR` that are not data: caches can be rebuilt, an import that is under way ends
 * with the server, and the lock belongs to a process.
 */
export const notData: ReadonlySet<string> = new Set(['cache', 'import', 'server.lock'])
