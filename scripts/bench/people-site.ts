import { numberedArticles } from '../../tests/numbered-articles.ts'
import { type SiteOptions, type SiteWithProcess, siteProcess } from '../../tests/running-site.ts'
import { type Administrator, admin, signIn } from '../../tests/signed-in-site.ts'

/** The built site with one article and an administrator, and further files and settings. */
export async function oneArticleSite(
  { files, env }: SiteOptions = {},
  start = siteProcess,
): Promise<{ site: SiteWithProcess; ada: Administrator }> {
  const site = await start({ files: Object.assign(numberedArticles([1]), files), env: Object.assign({}, admin, env) })
  return { site, ada: await signIn(site) }
}

/** Imports a mailing list of so many people. */
export async function importPeople(ada: Administrator, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => `reader${at}@example.org`)
  const csv = ['email', ...rows].join('\n')
  const { status } = await ada.call('POST', '/api/subscribers/import', csv, { 'Content-Type': 'text/csv' })
  if (status !== 200) throw new Error(`the import was answered with ${status}`)
}
