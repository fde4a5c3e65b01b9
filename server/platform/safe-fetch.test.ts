import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import type { AnalysisError } from '#domain/analysis.ts'
import { createSafeFetch, isPublicAddress } from './safe-fetch.ts'

const never = new AbortController().signal

/** A server on loopback that counts its requests. */
async function canary(answer: RequestListener = (_req, res) => res.end('secret')) {
  const seen: Array<string> = []
  const server = createServer((req, res) => {
    seen.push(`${req.headers.host}${req.url}`)
    answer(req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, seen }
}

const loopback = async () => [{ address: '127.0.0.1', family: 4 }]
/** Resolves names to the canary, only for the name `allowed`. */
const toCanary = {
  lookup: loopback,
  isAllowed: (address: string) => address === '127.0.0.1' || isPublicAddress(address),
}

async function refusal(promise: Promise<unknown>): Promise<AnalysisError> {
  return promise.then(
    () => {
      throw new Error('was not refused')
    },
    (error: AnalysisError) => error,
  )
}

const forms = (port: number) => [
  `http://127.0.0.1:${port}/`,
  `http://localhost:${port}/`,
  `http://localhost.:${port}/`,
  `http://LOCALHOST:${port}/`,
  `http://127.1:${port}/`,
  `http://127.0.1:${port}/`,
  `http://2130706433:${port}/`,
  `http://0x7f000001:${port}/`,
  `http://0x7f.1:${port}/`,
  `http://0177.0.0.1:${port}/`,
  `http://017700000001:${port}/`,
  `http://0:${port}/`,
  `http://0.0.0.0:${port}/`,
  `http://127.0.0.2:${port}/`,
  `http://[::1]:${port}/`,
  `http://[::]:${port}/`,
  `http://[::ffff:127.0.0.1]:${port}/`,
  `http://[::ffff:7f00:1]:${port}/`,
  `http://[64:ff9b::7f00:1]:${port}/`,
  `http://１２７.０.０.１:${port}/`,
  `http://①②⑦.0.0.1:${port}/`,
  `http://example.org@127.0.0.1:${port}/`,
  `http://example.org:80@127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}#@example.org/`,
  `http://127.0.0.1%2f@example.org:${port}/`,
  `\thttp://127.0.0.1:${port}/`,
  `http:\\\\127.0.0.1:${port}\\`,
  `https://127.0.0.1:${port}/`,
  `ftp://127.0.0.1:${port}/`,
  `file:///etc/passwd`,
  `gopher://127.0.0.1:${port}/`,
  'data:text/plain,secret',
  '//127.0.0.1/',
  'nonsense',
  '',
]

test('no form of an address that leads inside reaches a server there', async () => {
  const { port, seen } = await canary()
  const fetchSafely = createSafeFetch({ lookup: loopback })
  for (const form of forms(port))
    expect((await refusal(fetchSafely(form, never))).kind, form).toBe('address')
  expect(forms(port).length).toBeGreaterThanOrEqual(20)
  expect(seen).toEqual([])
})

test('the system resolver names localhost and is not believed', async () => {
  const { port, seen } = await canary()
  expect((await refusal(createSafeFetch()(`http://localhost:${port}/`, never))).kind).toBe(
    'address',
  )
  expect(seen).toEqual([])
})

test('a name with one address inside among public ones is refused', async () => {
  const { port, seen } = await canary()
  const lookup = async () => [
    { address: '93.184.216.34', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ]
  expect(
    (await refusal(createSafeFetch({ lookup })(`http://example.org:${port}/`, never))).kind,
  ).toBe('address')
  expect(seen).toEqual([])
})

test('a name is looked up once for each request, so that it can not mean something else afterwards', async () => {
  const { port, seen } = await canary()
  let asked = 0
  // The first answer passes the check; a second lookup would return the other server.
  const lookup = async () => [{ address: ++asked === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
  const bytes = await createSafeFetch({ ...toCanary, lookup })(
    `http://rebinding.test:${port}/a.png`,
    never,
  )
  expect(Buffer.from(bytes).toString()).toBe('secret')
  expect(asked).toBe(1)
  expect(seen).toEqual([`rebinding.test:${port}/a.png`])
})

test('a redirect is checked like the first address', async () => {
  const inside = await canary()
  const outside = await canary((req, res) => {
    const target = forms(inside.port)[Number(req.url?.slice(1))] ?? ''
    res.writeHead(302, { Location: encodeURI(target.trim()) }).end()
  })
  const lookup = async (host: string) => [
    { address: host === 'allowed.test' ? '127.0.0.1' : '127.0.0.3', family: 4 },
  ]
  // Only the name is allowed to reach the first server; its literal address is refused.
  let first = true
  const isAllowed = (address: string) => {
    const passes = first && address === '127.0.0.1'
    first = false
    return passes || isPublicAddress(address)
  }
  for (let at = 0; at < forms(inside.port).length - 2; at += 1) {
    first = true
    const fetched = createSafeFetch({ lookup, isAllowed })(
      `http://allowed.test:${outside.port}/${at}`,
      never,
    )
    expect((await refusal(fetched)).kind).toBe('address')
  }
  expect(outside.seen.length).toBeGreaterThanOrEqual(20)
  expect(inside.seen).toEqual([])
})

test('three redirects are followed, a fourth is not', async () => {
  const { port } = await canary((req, res) => {
    const left = Number(req.url?.slice(1))
    if (left === 0) res.end('there')
    else res.writeHead(302, { Location: `/${left - 1}` }).end()
  })
  const fetchSafely = createSafeFetch(toCanary)
  expect(Buffer.from(await fetchSafely(`http://allowed.test:${port}/3`, never)).toString()).toBe(
    'there',
  )
  expect((await refusal(fetchSafely(`http://allowed.test:${port}/4`, never))).message).toMatch(
    /redirects too often/,
  )
})

test('bytes are counted after decoding', async () => {
  const bomb = gzipSync(Buffer.alloc(12_000_000))
  expect(bomb.length).toBeLessThan(100_000)
  const { port } = await canary((_req, res) =>
    res.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb),
  )
  expect(
    (await refusal(createSafeFetch(toCanary)(`http://allowed.test:${port}/`, never))).kind,
  ).toBe('too-large')
})

test('an endless answer is cut off', async () => {
  const { port } = await canary((_req, res) => {
    const more = () => {
      while (!res.destroyed && res.write(Buffer.alloc(65_536)));
    }
    res.on('drain', more)
    more()
  })
  const fetched = createSafeFetch({ ...toCanary, maxBytes: 1_000_000 })(
    `http://allowed.test:${port}/`,
    never,
  )
  expect((await refusal(fetched)).kind).toBe('too-large')
})

test('small encoded answers are decoded, unknown encodings refused', async () => {
  const { port } = await canary((req, res) => {
    if (req.url === '/gzip')
      res.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('picture'))
    else res.writeHead(200, { 'Content-Encoding': 'zstd' }).end('x')
  })
  const fetchSafely = createSafeFetch(toCanary)
  expect(Buffer.from(await fetchSafely(`http://allowed.test:${port}/gzip`, never)).toString()).toBe(
    'picture',
  )
  expect((await refusal(fetchSafely(`http://allowed.test:${port}/zstd`, never))).kind).toBe(
    'address',
  )
})

test.each([
  ['never answers', () => {}],
  ['stops in the middle', (_req: unknown, res: { write(text: string): void }) => res.write('half')],
])('a request to a server that %s ends after the time limit', async (_what, answer) => {
  const { port } = await canary(answer as RequestListener)
  const fetched = createSafeFetch({ ...toCanary, timeoutMs: 200 })(
    `http://allowed.test:${port}/`,
    never,
  )
  expect((await refusal(fetched)).message).toMatch(/too long/)
})

test('a resolver that never answers is left after the time limit', async () => {
  const fetched = createSafeFetch({ lookup: () => new Promise(() => {}), timeoutMs: 100 })(
    'http://example.org/',
    never,
  )
  expect((await refusal(fetched)).message).toMatch(/too long/)
})

test('who goes away ends the request', async () => {
  const { port } = await canary(() => {})
  const gone = new AbortController()
  const fetched = createSafeFetch(toCanary)(`http://allowed.test:${port}/`, gone.signal)
  gone.abort()
  expect((await refusal(fetched)).kind).toBe('cancelled')
})

test('an answer that is no success has no bytes', async () => {
  const { port } = await canary((_req, res) => res.writeHead(404).end('not here'))
  expect(
    (await refusal(createSafeFetch(toCanary)(`http://allowed.test:${port}/`, never))).message,
  ).toMatch(/404/)
})
