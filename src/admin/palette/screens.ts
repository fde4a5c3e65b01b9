import { accountAddress } from '#domain/admin-address.ts'
import type { Entry } from './entries.ts'

const go = (title: string, href: string, keywords = ''): Entry => ({
  id: href,
  title,
  detail: 'Go to',
  keywords,
  act: { href },
})
const make = (title: string, href: string, keywords = ''): Entry => ({
  ...go(title, href, keywords),
  detail: 'Create',
})
const set = (title: string, href: string, keywords = ''): Entry => ({
  ...go(title, href, keywords),
  id: `${href} ${title}`,
  detail: 'Settings',
})

const site = '/admin/site'
const look = '/admin/site?page=look'

/** What can be begun, and the screens of the admin with what is done there. */
export const screenEntries: ReadonlyArray<Entry> = [
  make('Write an article', '/admin/create-content?write=true&contentType=article', 'new post tip'),
  make('Write news', '/admin/create-content?write=true&contentType=news', 'new item'),
  make('New issue', '/admin/manage-content?type=newsletters&create', 'write newsletter mail'),
  make('Paste a text', '/admin/create-content', 'create content analyse creator'),
  make('Add a download', '/admin/downloads?edit=new', 'new pack file'),
  go('Dashboard', '/admin', 'home start overview'),
  go('Articles', '/admin/manage-content?type=articles', 'manage content list tips'),
  go('News', '/admin/manage-content?type=news', 'manage content list'),
  go('Newsletters', '/admin/manage-content?type=newsletters', 'manage content issues list'),
  go('Media', '/admin/media', 'pictures images sounds files library upload'),
  go('Downloads', '/admin/downloads', 'packs files'),
  go('Subscribers', '/admin/subscribers', 'people mailing list emails'),
  go('Users', '/admin/users', 'people administrators accounts invite'),
  go('Account', accountAddress, 'password passkey second factor sessions me'),
  go('On This Device', '/admin/device', 'drafts queue offline waiting'),
  go('Import a site', '/admin/import', 'move in wordpress ghost markdown'),
  go('Import newsletters', '/admin/import-newsletter', 'move in mails mailbox'),
  set('Site details', site, 'name tagline description time zone language disclaimer about'),
  set('Look', look, 'theme colors fonts logo picture design'),
  set('Categories', look, 'levels versions authors'),
  set('Menu and links', look, 'navigation footer social'),
]
