import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface DrippingMailServer extends AsyncDisposable {
  /** For `SMTP_URL`. */
  url: string
  /** The number of completely received mails. */
  taken(): number
}

/**
 * An SMTP server that never finishes: from a command on (`.` is the end of a mail) it answers with
 * one letter every few milliseconds. `port` 0 picks a free one.
 */
export async function drippingMailServer(
  from: 'EHLO' | 'RCPT' | 'DATA' | '.',
  port = 0,
): Promise<DrippingMailServer> {
  const sockets = new Set<Socket>()
  let taken = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    let dripping: NodeJS.Timeout | undefined
    let inMail = false
    let rest = ''
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(dripping)
      sockets.delete(socket)
    })
    socket.write('220 here\r\n')
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const command = inMail ? (line === '.' ? '.' : null) : line.split(' ')[0]
        if (command === null) continue
        if (command === '.') taken += 1
        inMail = command === 'DATA'
        if (command === from) dripping ??= setInterval(() => socket.write('2'), 10)
        else socket.write(inMail ? '354 go on\r\n' : '250 fine\r\n')
      }
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: () => taken,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  }
}
