import type { CallGate } from '../http/mount-calls.ts'
import { importApi } from './import-api.ts'
import { createSiteImport, type SiteImportParts } from './site-import.ts'

/** The import feature of a running site: its state, and the routes of the admin's screen. */
export function createImports(parts: SiteImportParts & { gate: CallGate }) {
  const imports = createSiteImport(parts)
  return { routes: importApi(imports, parts.gate), start: imports.start, close: imports.close }
}
