import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { runCommand } from './run-command.ts'
import { gitEnvironment } from './temp-repository.ts'

export interface GitServer extends AsyncDisposable {
  /** The address of a repository in its folder. */
  urlOf(name: string): string
  /** `METHOD path` of every request so far. */
  requests: Array<string>
  /** Sets how it answers from now on. */
  behave(how: Behavior): void
}

export type Behavior =
  | { kind: 'serve' }
  /** Answers with a status and an empty body. */
  | { kind: 'fail'; status: number }
  /** Accepts the request and never answers. */
  | { kind: 'hang' }
  /** Does something before it passes a push to git, once. */
  | { kind: 'before-push'; act: () => Promise<unknown> }
  /** Passes the next push to git, and closes the connection in place of the answer, after `act`. */
  | { kind: 'cut-after-push'; act?: () => unknown }
  /** Closes the connection in the middle of a response. */
  | { kind: 'break-off' }

/**
 * A real git server: `git http-backend` behind node's HTTP server. Requires `credentials` (basic)
 * or `bearer` when given.
 */
export async function gitServer(
  folder: string,
  {
    credentials,
    bearer,
    onRequest = async () => {},
  }: {
    credentials?: string
    bearer?: string
    onRequest?: (req: IncomingMessage) => Promise<void>
  } = {},
): Promise<GitServer> {
  let behavior: Behavior = { kind: 'serve' }
  const requests: Array<string> = []
  const server = createServer((req, res) => {
    requests.push(`${req.method} ${req.url}`)
    const watched = onRequest(req)
    const wanted =
      bearer !== undefined
        ? `Bearer ${bearer}`
        : credentials && `Basic ${Buffer.from(credentials).toString('base64')}`
    if (behavior.kind === 'hang') return
    if (behavior.kind === 'fail')
      return void res.writeHead(behavior.status).end('<p>Out of order</p>')
    if (wanted !== undefined && req.headers.authorization !== wanted)
      return void res
        .writeHead(401, { 'WWW-Authenticate': `${bearer ? 'Bearer' : 'Basic'} realm="git"` })
        .end()
    const isPush = req.method === 'POST' && req.url?.endsWith('/git-receive-pack')
    const { kind } = behavior
    if (behavior.kind === 'cut-after-push' && isPush) {
      const { act = () => {} } = behavior
      behavior = { kind: 'serve' }
      return void backend(folder, req, null, false)
        .then(act)
        .then(() => res.destroy())
    }
    const act = behavior.kind === 'before-push' && isPush ? behavior.act : null
    if (act !== null) behavior = { kind: 'serve' }
    void (act?.() ?? watched).then(() => backend(folder, req, res, kind === 'break-off'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    urlOf: (name) => `http://127.0.0.1:${port}/${name}`,
    requests,
    behave(how) {
      behavior = how
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Runs git for a request. Resolves when it has ended; without `res` its answer is dropped. */
async function backend(
  folder: string,
  req: IncomingMessage,
  res: ServerResponse | null,
  breakOff: boolean,
): Promise<void> {
  const url = new URL(req.url ?? '/', 'http://localhost')
  const env = {
    ...gitEnvironment(),
    GIT_PROJECT_ROOT: folder,
    GIT_HTTP_EXPORT_ALL: '1',
    REMOTE_USER: 'somebody',
    REQUEST_METHOD: req.method ?? 'GET',
    PATH_INFO: decodeURIComponent(url.pathname),
    QUERY_STRING: url.search.slice(1),
    CONTENT_TYPE: req.headers['content-type'] ?? '',
    ...(req.headers['git-protocol'] && { HTTP_GIT_PROTOCOL: `${req.headers['git-protocol']}` }),
    ...(req.headers['content-encoding'] && {
      HTTP_CONTENT_ENCODING: req.headers['content-encoding'],
    }),
    ...(req.headers['content-length'] && { CONTENT_LENGTH: req.headers['content-length'] }),
  }
  const options = { cwd: folder, env, encoding: 'latin1' } as const
  // A git that fails has answered so.
  const answer = await buffer(req)
    .then((body) => runCommand('git', ['http-backend'], options, body))
    .catch(({ stdout = '' }: { stdout?: string }) => stdout)
  if (res === null) return
  const end = answer.indexOf('\r\n\r\n')
  const lines = answer.slice(0, Math.max(0, end)).split('\r\n')
  const headers = new Map(
    lines.map((line) => [line.split(': ', 1)[0]!.toLowerCase(), line.replace(/^[^:]*: /, '')]),
  )
  const status = Number.parseInt(headers.get('status') ?? '200', 10)
  headers.delete('status')
  res.writeHead(status, Object.fromEntries(headers))
  const body = Buffer.from(answer.slice(end + 4), 'latin1')
  if (!breakOff) res.end(body)
  else res.write(body.subarray(0, Math.floor(body.length / 2)), () => res.destroy())
}
