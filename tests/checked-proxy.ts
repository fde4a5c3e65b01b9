import { Agent, createServer, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { ask } from './http-client.ts'

/** Its address may change when it is started again. */
interface Site {
  readonly url: string
}

/**
 * Passes requests on to sites in turn, over connections that it uses again, as long as `/api/ready`
 * says so.
 */
export async function checkedProxy(sites: ReadonlyArray<Site>) {
  const agent = new Agent({ keepAlive: true })
  const wanted = new Set<Site>()
  let turn = 0
  const server = createServer((req, res) => {
    const all = [...wanted]
    const site = all[turn++ % all.length]
    if (!site) return void res.writeHead(502).end()
    const { hostname, port } = new URL(site.url)
    const passed = request(
      { hostname, port, agent, path: req.url, method: req.method, headers: req.headers },
      (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(res)
      },
    )
    passed.on('error', () => (res.headersSent ? res.destroy() : res.writeHead(502).end()))
    res.once('close', () => passed.destroy())
    req.pipe(passed)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  // Clients use their connections again, as browsers do.
  server.keepAliveTimeout = 65_000
  let isOpen = true
  const checking = (async () => {
    while (isOpen) {
      for (const site of sites) {
        const { status } = await ask(site.url, '/api/ready').catch(() => ({ status: 0 }))
        if (status === 200) wanted.add(site)
        else wanted.delete(site)
      }
      await wait(150)
    }
  })()
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    wanted: () => wanted.size,
    async [Symbol.asyncDispose]() {
      isOpen = false
      await checking
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}
