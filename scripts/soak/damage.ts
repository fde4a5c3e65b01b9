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
import { ask, askJson, post } from '../../tests/http-client.ts'
import { mailServer } from '../../tests/mail-server.ts'
import { eventually, type RunningSite } from '../../tests/running-site.ts'
import { sendingSite } from '../../tests/sending-fixture.ts'
import { inviteAdministrator } from '../../tests/signed-in-site.ts'

const people = 20

/** Ways to damage a file. */
const damages: Readonly<Record<string, (file: string) => void>> = {
  zero: (file) => writeFileSync(file, Buffer.alloc(readFileSync(file).length)),
  cut: (file) => truncateSync(file, Math.floor(readFileSync(file).length / 2)),
  random(file) {
    const bytes = readFileSync(file)
    // The same bytes in every run.
    for (
      let at = Math.floor(bytes.length / 3), end = Math.ceil((2 * bytes.length) / 3);
      at < end;
      at++
    )
      bytes[at] = createHash('sha256').update(`${at}`).digest()[0] ?? 0
    writeFileSync(file, bytes)
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
  await using sending = await sendingSite({ smtpUrl: server.url, subscribers: people })
  const { site, ada } = sending
  await fillData(sending)
  const before = await readState(site, ada.cookie)
  await site.stop()
  const { dataDir } = site
  const whole = `${dataDir}-whole`
  const faults: Array<string> = []
  let tried = 0
  try {
    rmSync(path.join(dataDir, 'cache'), { recursive: true, force: true })
    cpSync(dataDir, whole, { recursive: true })
    for (const file of filesBelow(whole))
      for (const [how, damage] of Object.entries(damages)) {
        if (!pick(file, how)) continue
        tried += 1
        rmSync(dataDir, { recursive: true })
        cpSync(whole, dataDir, { recursive: true })
        const target = path.join(dataDir, file)
        damage(target)
        const damaged = existsSync(target) ? readFileSync(target) : null
        await site.restart({ ADMIN_USERNAME: '', ADMIN_PASSWORD: '' })
        const after = await readState(site, ada.cookie)
        const found = faultsOf(before, after, isNamed(site, file))
        const isPreserved =
          !damaged || copiesOf(target).some((copy) => readFileSync(copy).equals(damaged))
        if (after.subscribers === 'closed' && file.startsWith('subscribers') && !isPreserved)
          found.push('a closed list was written to')
        faults.push(...found.map((fault) => `${file}, ${how}: ${fault}`))
        await site.stop()
      }
    rmSync(dataDir, { recursive: true })
    cpSync(whole, dataDir, { recursive: true })
    await site.restart()
    if (JSON.stringify(await readState(site, ada.cookie)) !== JSON.stringify(before))
      faults.push('the restored data is incomplete')
  } finally {
    rmSync(whole, { recursive: true, force: true })
  }
  return { acknowledged: tried, faults }
}

/** Makes the site create every file. */
async function fillData({
  site,
  ada,
  start,
  until,
}: Awaited<ReturnType<typeof sendingSite>>): Promise<void> {
  await inviteAdministrator(ada, 'bob')
  await ada.call('POST', '/api/auth/invitations')
  for (let at = 0; at < 5; at++)
    await post(site.url, '/api/subscribe', { email: `form${at}@example.org`, source: 'x' })
  const list = await ada.call<Array<{ id: number; unsubscribeUrl: string }>>(
    'GET',
    '/api/subscribers',
  )
  const { pathname, search } = new URL(list.body[0]?.unsubscribeUrl ?? '')
  await ask(site.url, pathname + search, { method: 'POST' })
  await ada.call('DELETE', `/api/subscribers/${list.body[1]?.id}`)
  await post(site.url, '/api/subscribe', { email: 'last@example.org', source: 'x' })
  await ada.call(
    'POST',
    '/api/news',
    { title: 'B', excerpt: 'E', category: 'mixing', content: 'Text.' },
    { 'Idempotency-Key': 'one' },
  )
  await site.repository.write('content/downloads/pack.md', '---\nid: 1\ntitle: Pack\n---\n')
  await site.repository.write('content/downloads/pack.zip', 'PK')
  await site.repository.commit('Offer a pack')
  const answer = await eventually(async () => {
    const custom_fields = { download_id: 1 }
    const { text } = await post(site.url, '/api/subscribe', {
      email: 'last@example.org',
      source: 'x',
      custom_fields,
    })
    return (JSON.parse(text) as { download?: { url: string } }).download
  })
  const link = new URL(answer.url, site.url)
  await ask(site.url, link.pathname + link.search)
  await eventually(async () => existsSync(path.join(site.dataDir, 'downloads.json')))
  await start()
  await until(['sent'])
}

type Sight = Awaited<ReturnType<typeof readState>>

/** The data that the site returns; `closed` for a part that answers 503. */
async function readState(site: RunningSite, cookie: string) {
  const get = async (address: string): Promise<unknown> => {
    const answer = await ask(site.url, address, { headers: { Cookie: cookie } })
    if (answer.status === 503) return 'closed'
    return answer.status === 200 ? JSON.parse(answer.text) : answer.status
  }
  const downloads = await askJson<Array<{ downloadCount: number }>>(site.url, '/api/downloads')
  const subscribers = await get('/api/subscribers')
  const session = withoutTimes(await get('/api/auth/status'))
  const isOpen =
    (await post(site.url, '/api/subscribe', { email: 'last@example.org', source: 'x' })).status ===
    200
  const sending = await get('/api/newsletters/1/sending')
  return {
    pages: (await ask(site.url, '/')).status,
    subscribers: isOpen ? standings(subscribers) : 'closed',
    users: withoutTimes(await get('/api/users')),
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

const withoutTimes = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value).replace(/"lastLoginAt":"[^"]*"/g, '"lastLoginAt":null'),
  ) as unknown

/** Every changed part must be closed, or the log must name the file. */
function faultsOf(before: Sight, after: Sight, isNamed: boolean): Array<string> {
  const faults: Array<string> = []
  if (after.pages !== 200) faults.push(`the site answers ${after.pages}`)
  if (after.isRegistrationOpen) faults.push('registration is open')
  for (const part of ['subscribers', 'users', 'session', 'downloads', 'sending'] as const) {
    if (!isNamed && JSON.stringify(after[part]) !== JSON.stringify(before[part]))
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

function copiesOf(file: string): Array<string> {
  const copies = readdirSync(path.dirname(file)).filter((other) =>
    other.startsWith(path.basename(file)),
  )
  return copies.map((copy) => path.join(path.dirname(file), copy))
}

function filesBelow(folder: string): Array<string> {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'server.lock')
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()
}
