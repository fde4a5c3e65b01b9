import { z } from 'zod'
import { readFrontmatter } from '../frontmatter/frontmatter.ts'

const welcomePath = 'mails/welcome.md'
const fields = z.object({ subject: z.string().trim().min(1).max(200) })
const maxCharacters = 20_000

/**
 * Reads the mail that welcomes a reader; null without its file. Rejects with a sentence when the
 * file can't be used.
 */
export async function welcomeText(readFile: (path: string) => Promise<Uint8Array | null>) {
  const bytes = await readFile(welcomePath)
  if (bytes === null) return null
  const file = readFrontmatter(bytes)
  if (file.kind === 'unreadable') throw new Error(`${welcomePath}: ${file.fault.message}`)
  const { data } = fields.safeParse(file.data)
  if (!data) throw new Error(`${welcomePath} needs a subject of at most 200 characters.`)
  if (file.body.length > maxCharacters)
    throw new Error(`${welcomePath} has more than ${maxCharacters} characters.`)
  return { subject: data.subject, markdown: file.body }
}
