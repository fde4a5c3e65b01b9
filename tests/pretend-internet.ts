import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A public address; no request is sent to it. */
const publicAddress = '93.184.215.14'

/**
 * A host on the internet that only one server under test can reach: its process resolves the name
 * to a public address, and its connections to that address end at a server here. Everything else in
 * the process, including its address checks, works as usual.
 */
export async function pretendHost(host: string, answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const module = `data:text/javascript,${encodeURIComponent(preload(host, port))}`
  // For sites in this process.
  await import(/* @vite-ignore */ module)
  return {
    origin: `http://${host}`,
    env: { NODE_OPTIONS: `--import=${module}` },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Runs in the process before its own code. */
function preload(host: string, port: number): string {
  return `
    import dns from 'node:dns/promises'
    import { syncBuiltinESMExports } from 'node:module'
    import net from 'node:net'
    const { lookup } = dns
    dns.lookup = async (name, options) =>
      name === ${JSON.stringify(host)} ? [{ address: '${publicAddress}', family: 4 }] : lookup(name, options)
    const { connect } = net.Socket.prototype
    net.Socket.prototype.connect = function (...args) {
      const options = Array.isArray(args[0]) ? args[0][0] : args[0]
      let address = options?.host
      if (address === ${JSON.stringify(host)}) options.lookup(address, {}, (_error, found) => { address = found })
      if (address === '${publicAddress}') Object.assign(options, { host: '127.0.0.1', port: ${port} })
      return connect.apply(this, args)
    }
    syncBuiltinESMExports()
  `
}
