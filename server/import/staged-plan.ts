import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { contentTypes } from '#domain/content.ts'
import type { ImportProgress } from '#domain/import/report.ts'

const stagedPlan = z.object({
  /** The message of the commit. */
  message: z.string(),
  /** The commit that the dry run read; null for a repository without any. */
  revision: z.string().nullable(),
  /** What `site.yaml` gets. */
  settings: z.object({
    categories: z.array(z.object({ key: z.string(), label: z.string() })),
    formerCategories: z.record(z.string(), z.string()),
  }),
  files: z.array(z.string()),
  sources: z.array(z.string()),
  slugs: z.array(z.object({ type: z.enum(contentTypes), slug: z.string() })),
})

/** A prepared import, in its folder: what one commit adds, and what must still be free then. */
export type StagedPlan = z.infer<typeof stagedPlan>

/** Why a prepared import can't be committed. */
export const changedSinceDryRun = 'The content has changed since this dry run. Make another one.'

export async function readStagedPlan(stage: string): Promise<StagedPlan> {
  return stagedPlan.parse(JSON.parse(await readFile(path.join(stage, 'plan.json'), 'utf8')))
}

export async function writeStagedPlan(stage: string, plan: StagedPlan): Promise<void> {
  await writeFile(path.join(stage, 'plan.json'), JSON.stringify(plan), { mode: 0o600 })
}

/** The changes of the commit: every file of the plan is new. */
export async function stagedChanges(
  stage: string,
  { files }: StagedPlan,
  progress: (progress: ImportProgress) => void = () => {},
): Promise<Array<{ path: string; bytes: Buffer; expected: null }>> {
  const changes: Array<{ path: string; bytes: Buffer; expected: null }> = []
  for (const file of files) {
    changes.push({
      path: file,
      bytes: await readFile(path.join(stage, 'files', file)),
      expected: null,
    })
    progress({ step: 'committing', done: changes.length, total: files.length })
  }
  return changes
}
