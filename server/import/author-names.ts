import type { Complaint, FieldValue } from '#domain/import/entry.ts'
import type { FileClaim } from '#domain/import/file-ledger.ts'
import { type FrontMatter, type ParseYaml, readFrontMatter } from './front-matter.ts'
import type { SourceFolder } from './source-folder.ts'

const list = /(?:^|\/)authors\.(?:ya?ml|json)$/i
const biography = /(?:^|\/)authors\/([^/]+)\.(?:mdx?|ya?ml|json)$/i
/** The largest list of authors that is read. */
const largest = 1024 * 1024

/**
 * The names of authors by the keys that texts have for them: from `authors.yml`, as Docusaurus and
 * Jekyll have it, and from files in a folder `authors`. A list that can't be read is named, and
 * bylines keep the keys.
 */
export async function readAuthorNames(folder: SourceFolder, parseYaml: ParseYaml) {
  const names = new Map<string, string>()
  const claims: Array<FileClaim> = []
  const complaints: Array<Complaint> = []
  const add = (key: string, values: FieldValue | undefined) => {
    const name = nameIn(values)
    if (name !== null) names.set(key, name)
  }
  for (const file of folder.files) {
    const key = biography.exec(file)?.[1]
    if (key === undefined && !list.test(file)) continue
    if ((await folder.sizeOf(file)) > largest) continue
    const text = await folder.text(file)
    const { data: values, fault } = valuesIn(file, text, parseYaml)
    if (fault)
      complaints.push({
        place: `${file}:${fault.line}`,
        message: `The names of authors: ${fault.message}`,
      })
    if (key !== undefined) add(key, { ...values })
    else {
      for (const [one, value] of Object.entries(values)) add(one, value)
      claims.push({ file, fate: 'imported', reason: 'The names of authors' })
    }
  }
  return { claims, complaints, nameOf: (key: string) => names.get(key) ?? key }
}

function nameIn(values: FieldValue | undefined): string | null {
  if (typeof values === 'string') return values
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return null
  const { name, title } = values as Record<string, FieldValue>
  return (
    [name, title]
      .find((one): one is string => typeof one === 'string' && one.trim() !== '')
      ?.trim() ?? null
  )
}

function valuesIn(
  file: string,
  text: string,
  parseYaml: ParseYaml,
): Pick<FrontMatter, 'data' | 'fault'> {
  if (/\.mdx?$/i.test(file)) return readFrontMatter(text, parseYaml)
  // A file of values is read as a frontmatter without a body: YAML contains JSON.
  return readFrontMatter(
    /^---\s*\n/.test(text) ? `${text}\n---\n` : `---\n${text}\n---\n`,
    parseYaml,
  )
}
