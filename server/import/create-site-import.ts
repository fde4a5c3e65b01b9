import type { CallGate } from '../http/mount-calls.ts'
import { importApi } from './import-api.ts'
import { createSiteImport, type SiteImportParts } from './site-import.ts'

/** The import feature of a running site: its state, and the routes of the admin's screen. */
export function createImports(
  parts: Pick<SiteImportParts, 'site' | 'program' | 'dataDir' | 'log'> & {
    env: Pick<SiteImportParts, 'contentDir' | 'gitBranch'> & { gitWrite: 'checkout' | 'through' }
    gate: CallGate
  },
) {
  const { env, gate } = parts
  const imports = createSiteImport({ ...parts, ...env, isShared: env.gitWrite === 'through' })
  return { routes: importApi(imports, gate), start: imports.start, close: imports.close }
}
