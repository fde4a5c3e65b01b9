import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { profileOf } from '#domain/site/profile-of.ts'
import { readSettings } from '../../server/content/read/settings.ts'

/**
 * The texts of a new site by their path in the content folder; the files are beside this one, in a
 * folder for each language.
 */
const texts = {
  'pages/about.md': 'about.md',
  'pages/privacy-policy.md': 'privacy-policy.md',
  'pages/terms-of-service.md': 'terms-of-service.md',
  'pages/cookie-policy.md': 'cookie-policy.md',
} as const

const article = 'welcome.md'

/** The files of a whole site with these settings: `site.yaml`, the four pages and one article. */
export async function starterFiles(siteYaml: string, now: Date): Promise<Map<string, string>> {
  const { settings } = readSettings(Buffer.from(siteYaml))
  const text = (name: string) =>
    readFile(path.join(import.meta.dirname, settings.language, name), 'utf8')
  const files = new Map([['site.yaml', siteYaml]])
  for (const [file, name] of Object.entries(texts)) files.set(file, await text(name))
  const category = profileOf(settings).categories.stored[0] ?? ''
  const welcome = (await text(article))
    .replace('{category}', category)
    .replace('{now}', now.toISOString())
  files.set(`articles/${now.getUTCFullYear()}/${article}`, welcome)
  return files
}
