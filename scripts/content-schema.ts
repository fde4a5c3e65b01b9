import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { contentSchemas } from '../server/content/json-schemas.ts'

/** Writes the JSON Schemas for content files into the repository's own `content/schema/`, where editors find them. */
const folder = path.join(import.meta.dirname, '..', 'content', 'schema')
await mkdir(folder, { recursive: true })
for (const [name, text] of contentSchemas()) {
  await writeFile(path.join(folder, name), text)
  console.log(path.relative(process.cwd(), path.join(folder, name)))
}
