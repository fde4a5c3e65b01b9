import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { contentSchemas } from '../server/content/read/json-schemas.ts'
import { readSettings } from '../server/content/read/settings.ts'

/**
 * Writes the JSON Schemas for content files into the repository's own `content/schema/`, where
 * editors find them, with the fields that its `site.yaml` adds.
 */
const folder = path.join(import.meta.dirname, '..', 'content', 'schema')
await mkdir(folder, { recursive: true })
const settings = await readFile(path.join(folder, '..', 'site.yaml')).catch(() => null)
for (const [name, text] of contentSchemas(readSettings(settings).settings.fields)) {
  await writeFile(path.join(folder, name), text)
  console.log(path.relative(process.cwd(), path.join(folder, name)))
}
