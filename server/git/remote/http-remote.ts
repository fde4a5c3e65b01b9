import { readShallow } from '../commit-walk.ts'
import { isObjectId } from '../object-id.ts'
import { createHttpClient, type HttpAnswer, type HttpClientOptions } from './http-client.ts'
import { packOf } from './pack-writer.ts'
import { flush, pktLine, plainText, readLines, readSideBand } from './pkt-line.ts'
import type { Remote, RemoteParts } from './remote.ts'
import { RemoteError } from './remote-error.ts'
import { storePack } from './store-pack.ts'

/** Who asks: the token goes to the host of GIT_REMOTE alone. */
export interface Credentials {
  username: string
  token: string
}

type Service = 'git-upload-pack' | 'git-receive-pack'

/** What a server tells at the beginning of a conversation. */
interface Advertisement {
  refs: ReadonlyMap<string, string>
  capabilities: ReadonlySet<string>
  /** Where the conversation goes on: the server may have sent us to another address. */
  base: URL
}

const branchPrefix = 'refs/heads/'
const none = '0'.repeat(40)
const agent = 'agent=session-notes'

/** A repository on a git server, by git's smart protocol over http (version 0, which every server speaks). */
export function createHttpRemote(
  address: URL,
  credentials: Credentials | null,
  parts: RemoteParts & Omit<HttpClientOptions, 'signal'>,
): Remote {
  const { objects, commonDir, workshop, signal } = parts
  const ask = createHttpClient(parts)

  /** The header for an address; a server elsewhere gets none. */
  const signedFor = (url: URL, scheme: 'Basic' | 'Bearer'): Record<string, string> => {
    const isOurs = url.host === address.host && (url.protocol === address.protocol || url.protocol === 'https:')
    if (credentials === null || !isOurs) return {}
    const { username, token } = credentials
    const basic = Buffer.from(`${username}:${token}`).toString('base64')
    return { Authorization: scheme === 'Basic' ? `Basic ${basic}` : `Bearer ${token}` }
  }
  let scheme: 'Basic' | 'Bearer' = 'Basic'

  const checked = (answer: HttpAnswer, url: URL, service: Service): HttpAnswer => {
    const { status } = answer
    if (status === 200) return answer
    if (status === 401 || status === 403) throw forbidden(status, service, credentials !== null, url.host)
    if (status === 404 || status === 410)
      throw new RemoteError(
        'missing',
        `There is no repository at ${shownAddress(address)} that can be seen with this GIT_TOKEN.`,
      )
    throw new RemoteError('unreachable', `The remote ${url.host} answered ${status}.`)
  }

  const advertisement = async (service: Service): Promise<Advertisement> => {
    let url = new URL(`${address.href.replace(/\/$/, '')}/info/refs?service=${service}`)
    for (let step = 0; ; step++) {
      const headers = { ...signedFor(url, scheme), 'User-Agent': 'git/session-notes', Accept: '*/*' }
      const answer = await ask({ method: 'GET', url, headers })
      const { location } = answer.headers
      if ([301, 302, 303, 307, 308].includes(answer.status) && location !== undefined && step < 4) {
        await drain(answer)
        url = new URL(location, url)
        if (!/^https?:$/.test(url.protocol) || !url.href.includes('/info/refs?'))
          throw new RemoteError('protocol', `The remote sends us to ${url.host}, which is no git address.`)
        continue
      }
      const offers = answer.headers['www-authenticate'] ?? ''
      if (answer.status === 401 && scheme === 'Basic' && /\bbearer\b/i.test(offers) && !/\bbasic\b/i.test(offers)) {
        await drain(answer)
        scheme = 'Bearer'
        continue
      }
      checked(answer, url, service)
      if (answer.headers['content-type'] !== `application/x-${service}-advertisement`)
        throw new RemoteError('protocol', `${shownAddress(address)} does not answer like a git server (GIT_REMOTE).`)
      return { ...(await readAdvertisement(answer.body)), base: new URL(url.href.split('/info/refs?', 1)[0] ?? '') }
    }
  }

  const converse = async (service: Service, base: URL, body: AsyncIterable<Buffer>): Promise<AsyncIterable<Buffer>> => {
    const url = new URL(`${base.href}/${service}`)
    const headers = {
      ...signedFor(url, scheme),
      'User-Agent': 'git/session-notes',
      'Content-Type': `application/x-${service}-request`,
      Accept: `application/x-${service}-result`,
    }
    return checked(await ask({ method: 'POST', url, headers, body }), url, service).body
  }

  return {
    shown: shownAddress(address),
    async branches() {
      const { refs } = await advertisement('git-upload-pack')
      const heads = [...refs].filter(([name]) => name.startsWith(branchPrefix))
      return new Map(heads.map(([name, id]) => [name.slice(branchPrefix.length), id]))
    },
    async fetch(tip, have) {
      const { capabilities, base } = await advertisement('git-upload-pack')
      const wanted = ['side-band-64k', 'ofs-delta', 'no-progress'].filter((name) => capabilities.has(name))
      const shallow = [...(await readShallow(commonDir))]
      const body = Buffer.concat([
        pktLine(`want ${tip} ${[...wanted, agent].join(' ')}\n`),
        ...shallow.map((id) => pktLine(`shallow ${id}\n`)),
        flush,
        ...have.map((id) => pktLine(`have ${id}\n`)),
        pktLine('done\n'),
      ])
      const answer = await converse('git-upload-pack', base, once(body))
      await storePack({ commonDir, workshop }, packIn(answer, capabilities.has('side-band-64k')), signal)
    },
    async push(branch, before, after, names) {
      const { refs, capabilities, base } = await advertisement('git-receive-pack')
      const ref = branchPrefix + branch
      if ((refs.get(ref) ?? null) !== before) return false
      const wanted = ['report-status', 'side-band-64k'].filter((name) => capabilities.has(name))
      const shallow = [...(await readShallow(commonDir))]
      const body = async function* () {
        for (const id of shallow) yield pktLine(`shallow ${id}\n`)
        yield pktLine(`${before ?? none} ${after} ${ref}\0 ${[...wanted, agent].join(' ')}`)
        yield flush
        yield* packOf(objects, names)
      }
      const answer = readLines(await converse('git-receive-pack', base, body()))
      const report = capabilities.has('side-band-64k') ? readLines(readSideBand(answer)) : answer
      const refusal = await readReport(report, ref)
      if (refusal === null) return true
      const now = await advertisement('git-receive-pack')
      if ((now.refs.get(ref) ?? null) !== before) return false
      throw new RemoteError('refused', `The remote does not take commits on ${branch}: ${refusal}.`)
    },
  }
}

/** An address as it may be shown: without credentials. */
export function shownAddress(address: URL): string {
  const shown = new URL(address)
  shown.username = ''
  shown.password = ''
  shown.search = ''
  return shown.href
}

function forbidden(status: number, service: Service, hasToken: boolean, host: string): RemoteError {
  if (!hasToken) return new RemoteError('forbidden', `The remote ${host} wants credentials; set GIT_TOKEN.`)
  const what = service === 'git-receive-pack' ? 'to push' : 'to read'
  return new RemoteError('forbidden', `The remote ${host} does not accept GIT_TOKEN ${what} (${status}).`)
}

async function readAdvertisement(body: AsyncIterable<Buffer>): Promise<Omit<Advertisement, 'base'>> {
  const refs = new Map<string, string>()
  const capabilities = new Set<string>()
  for await (const line of readLines(body)) {
    const text = line?.toString('utf8').replace(/\n$/, '') ?? ''
    if (text === '' || text.startsWith('#')) continue
    if (text.startsWith('ERR ')) throw new RemoteError('refused', `The remote says: ${plainText(text.slice(4))}`)
    const [ref = '', told] = text.split('\0')
    for (const name of told?.split(' ') ?? []) capabilities.add(name)
    const [id = '', name = ''] = ref.split(' ')
    if (isObjectId(id) && id !== none) refs.set(name, id)
  }
  return { refs, capabilities }
}

/** The pack in an answer, behind the lines that say what both have. */
async function* packIn(body: AsyncIterable<Buffer>, isMultiplexed: boolean): AsyncGenerator<Buffer> {
  if (!isMultiplexed) throw new RemoteError('protocol', 'The remote speaks a version of git that is too old.')
  yield* readSideBand(behindAgreement(readLines(body)))
}

async function* behindAgreement(lines: AsyncIterable<Buffer | null>): AsyncGenerator<Buffer | null> {
  let isBehind = false
  for await (const line of lines) {
    const text = isBehind ? '' : (line?.toString('utf8', 0, 400) ?? '')
    if (text.startsWith('ERR ')) throw new RemoteError('refused', `The remote says: ${plainText(text.slice(4))}`)
    // A server that finds several of our commits among its own says so each time.
    if (/^(NAK|ACK )/.test(text)) continue
    isBehind = true
    yield line
  }
}

/** Null when the branch was moved, else the reason why not. */
async function readReport(lines: AsyncIterable<Buffer | null>, ref: string): Promise<string | null> {
  let refusal: string | null = 'it did not say whether it took them'
  for await (const line of lines) {
    const text = line?.toString('utf8').trim() ?? ''
    if (text.startsWith('unpack ') && text !== 'unpack ok') return plainText(text.slice('unpack '.length))
    if (text === `ok ${ref}`) refusal = null
    if (text.startsWith(`ng ${ref} `)) refusal = plainText(text.slice(`ng ${ref} `.length))
  }
  return refusal
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

async function drain({ body }: HttpAnswer): Promise<void> {
  for await (const _ of body);
}
