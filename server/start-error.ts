import { EnvError } from './env/env-error.ts'
import { FolderInUse } from './platform/data-lock.ts'
import { RepositoryError } from './platform/errors.ts'

/**
 * The sentence for the operator about an error that ends the start; null for an error of the
 * program, which is printed whole.
 */
export function startSentence(error: unknown): string | null {
  if (error instanceof EnvError || error instanceof FolderInUse) return error.message
  if (error instanceof RepositoryError) return `CONTENT_DIR can't be shown: ${error.message}`
  if (!(error instanceof Error)) return null
  // By name, because their modules are loaded on demand.
  if (error.name === 'DatabaseRefused' || error.name === 'CloneRefused') return error.message
  if (error.name === 'DatabaseUnavailable')
    return 'The database of DATABASE_URL does not answer any more; start again when it does.'
  return null
}
