import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ListeningServer extends AsyncDisposable {
  url: string
}

/** Lets a server listen on this machine; `port` 0 picks a free one. */
export async function listening(server: Server, port = 0): Promise<ListeningServer> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
