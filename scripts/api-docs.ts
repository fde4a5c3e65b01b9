import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openApiDocument } from '../server/http/api/openapi.ts'
import { apiReference } from './api-docs/reference.ts'

/**
 * Writes `docs/api.md` from the schemas of the API; with `--check` only reports whether it is up to
 * date.
 */
const root = path.join(import.meta.dirname, '..')
const file = path.join(root, 'docs', 'api.md')
const introduction = readFileSync(
  path.join(import.meta.dirname, 'api-docs', 'introduction.md'),
  'utf8',
)
const text = apiReference(introduction, openApiDocument('http://localhost:3000'))

if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) {
  console.error(
    'docs/api.md is not up to date with the schemas of the API: run `npm run api:docs`.',
  )
  process.exitCode = 1
}
