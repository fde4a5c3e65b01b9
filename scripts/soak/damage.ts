import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { ask, askJson, post } from '../../tests/http-client.ts'
import { mailServer } from '../../tests/mail-server.ts'
import { eventually, type RunningSite } from '../../tests/running-site.ts'
import { sendingSite } from '../../tests/sending-fixture.ts'
import { type Administrator, inviteAdministrator } from '../../tests/signed-in-site.ts'
import { temporaryFolder } from '../../tests/temp-repository.ts'
import { answered } from '../bench/servers.ts'
import { createSubscriptions } from './subscriptions.ts'

/** Ways to damage a file. */
const damages: Readonly<Record<string, (file: string) => void>> = {
  zero: (file) => writeFileSync(file, Buffer.alloc(readFileSync(file).length)),
  cut: (file) => truncateSync(file, Math.floor(readFileSync(file).length / 2)),
  random(file) {
    const bytes = readFileSync(file)
    const third = Math.floor(bytes.length / 3)
    // The same bytes in every run.
    writeFileSync(file, bytes.fill(createHash('sha256').digest(), third, 2 * third))
  },
  deleted: (file) => rmSync(file),
  emptied: (file) => truncateSync(file, 0),
  foreign: (file) => writeFileSync(file, '{"version":99,"name":"of something else"}'),
}

/**
 * Damages every file of a site's data in every way, one at a time, and starts the site. The pages
 * must work; registration must not be open; each part of the data must be complete, or answer 503,
 * or the log must name the file; and the damaged file must still exist, unless the part is
 * complete. `pick` selects the damages to try.
 */
export async function damageDataFiles(pick = (_file: string, _how: string) => true) {
  await using server = await mailServer()
  await using sending = await sendingSite({ smtpUrl: server.url, subscribers: 20 })
  await using folder = await temporaryFolder()
  const { site, ada } = sending
  await fillData(sending)
  const before = await readState(site, ada)
  await site.stop()
  const { dataDir } = site
  const whole = path.join(folder.path, 'whole')
  rmSync(path.join(dataDir, 'cache'), { recursive: true, force: true })
  cpSync(dataDir, whole, { recursive: true })
  const restore = () => {
    rmSync(dataDir, { recursive: true })
    cpSync(whole, dataDir, { recursive: true })
  }
  const faults: Array<string> = []
  let tried = 0
  for (const file of filesBelow(whole))
    for (const [how, damage] of Object.entries(damages)) {
      if (!pick(file, how)) continue
      tried += 1
      restore()
      const target = path.join(dataDir, file)
      damage(target)
      const damaged = existsSync(target) ? readFileSync(target) : null
      await site.restart({ ADMIN_USERNAME: '', ADMIN_PASSWORD: '' })
      const after = await readState(site, ada)
      const found = faultsOf(before, after, isNamed(site, file))
      const isClosed = after.subscribers === 'closed' && file.startsWith('subscribers')
      if (isClosed && damaged && !isPreserved(target, damaged))
        found.push('a closed list was written to')
      faults.push(...found.map((fault) => `${file}, ${how}: ${fault}`))
      await site.stop()
    }
  restore()
  await site.restart()
  if (!isDeepStrictEqual(await readState(site, ada), before))
    faults.push('the restored data is incomplete')
  return { acknowledged: tried, faults }
}

/** Somebody who is on the list, and subscribes once more. */
const known = { email: 'last@example.org', source: 'x' }

/** Makes the site create every file. */
async function fillData(sending: Awaited<ReturnType<typeof sendingSite>>): Promise<void> {
  const { site, ada, start, until } = sending
  await inviteAdministrator(ada, 'bob')
  await ada.call('POST', '/api/auth/invitations')
  const subscriptions = createSubscriptions(
    () => ({ url: site.url, ada }),
    (send) => answered(send()),
  )
  for (let number = 0; number < 5; number++) await subscriptions.act(number)
  const { body: list } = await ada.call<Array<{ id: number }>>('GET', '/api/subscribers')
  await ada.call('DELETE', `/api/subscribers/${list[1]?.id}`)
  await post(site.url, '/api/subscribe', known)
  const item = {
    title: 'B',
    excerpt: 'E',
    category: 'mixing',
    content: 'Text.',
  }
  await ada.call('POST', '/api/news', item, { 'Idempotency-Key': 'one' })
  await site.repository.write('content/downloads/pack.md', '---\nid: 1\ntitle: Pack\n---\n')
  await site.repository.write('content/downloads/pack.zip', 'PK')
  await site.repository.commit('Offer a pack')
  const { url } = await eventually(async () => {
    const wish = { ...known, custom_fields: { download_id: 1 } }
    const { text } = await post(site.url, '/api/subscribe', wish)
    return (JSON.parse(text) as { download?: { url: string } }).download
  })
  const link = new URL(url, site.url)
  await ask(site.url, link.pathname + link.search)
  await eventually(async () => existsSync(path.join(site.dataDir, 'downloads.json')))
  await start()
  await until(['sent'])
}

type Sight = Awaited<ReturnType<typeof readState>>

/** The data that the site returns; `closed` for a part that answers 503. */
async function readState(site: RunningSite, ada: Administrator) {
  const get = async (address: string): Promise<unknown> => {
    const { status, body } = await ada.call('GET', address)
    if (status === 503) return 'closed'
    return status === 200 ? withoutTimes(body) : status
  }
  const downloads = await askJson<Array<{ downloadCount: number }>>(site.url, '/api/downloads')
  const subscribers = await get('/api/subscribers')
  const session = await get('/api/auth/status')
  const isOpen = (await post(site.url, '/api/subscribe', known)).status === 200
  const sending = await get('/api/newsletters/1/sending')
  return {
    pages: (await ask(site.url, '/')).status,
    subscribers: isOpen ? standings(subscribers) : 'closed',
    users: await get('/api/users'),
    session,
    downloads: downloads.map(({ downloadCount }) => downloadCount),
    sending: (sending as { state?: unknown }).state ?? sending,
    isRegistrationOpen: /\/auth\?code=/.test(site.output()),
  }
}

/** The subscribers, their status, and the token of their unsubscribe link. */
function standings(list: unknown): unknown {
  if (!Array.isArray(list)) return list
  return list.map(({ email, status, unsubscribeUrl }) => [
    email,
    status,
    new URL(unsubscribeUrl).search,
  ])
}

function withoutTimes(value: unknown): unknown {
  const text = JSON.stringify(value)
  return JSON.parse(text.replace(/"lastLoginAt":"[^"]*"/g, '"lastLoginAt":null'))
}

/** Every changed part must be closed, or the log must name the file. */
function faultsOf(before: Sight, after: Sight, isNamed: boolean): Array<string> {
  const faults: Array<string> = []
  if (after.pages !== 200) faults.push(`the site answers ${after.pages}`)
  if (after.isRegistrationOpen) faults.push('registration is open')
  for (const part of ['subscribers', 'users', 'session', 'downloads', 'sending'] as const) {
    if (!isNamed && !isDeepStrictEqual(after[part], before[part]))
      faults.push(`${part} were lost in silence: ${JSON.stringify(after[part]).slice(0, 200)}`)
  }
  const left = after.subscribers
  if (Array.isArray(left) && left.length < (before.subscribers as Array<unknown>).length)
    faults.push(`the list is open with ${left.length} people`)
  return faults
}

/** Whether a warning or error in the log names a file. */
function isNamed(site: RunningSite, file: string): boolean {
  const lines = site.output().split('\n')
  return lines.some((line) => line.includes(path.basename(file)) && /^\{"level":(40|50)/.test(line))
}

/** Whether a file or a copy beside it has these bytes. */
function isPreserved(file: string, bytes: Buffer): boolean {
  const { dir, base } = path.parse(file)
  return readdirSync(dir).some(
    (name) => name.startsWith(base) && readFileSync(path.join(dir, name)).equals(bytes),
  )
}

function filesBelow(folder: string): Array<string> {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'server.lock')
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()
}
