import { connect } from 'node:net'

/** The parameters of a load. */
export interface LoadOrder {
  port: number
  /**
   * Each connection sends a random one of these, waits for the response, and sends the next, for so
   * many seconds …
   */
  requests: ReadonlyArray<string>
  connections: number
  /** … or without a time, each of them once. */
  seconds?: number
}

export interface LoadResult {
  perSecond: number
  /** Milliseconds of each response. */
  times: Array<number>
}

const headEnd = Buffer.from('\r\n\r\n')
const lengthName = Buffer.from('\r\nContent-Length: ')

// A worker. Uses raw sockets: an HTTP client that parses every response costs more than the server
// under test, which affects the figures on two processors.
process.on(
  'message',
  (order: LoadOrder) => void run(order).then((result) => process.send?.(result)),
)

async function run(order: LoadOrder): Promise<LoadResult> {
  const times: Array<number> = []
  const started = performance.now()
  const isOver = (now: number) =>
    order.seconds ? now >= started + order.seconds * 1000 : times.length >= order.requests.length
  await Promise.all(
    Array.from({ length: order.connections }, () => keepAsking(order, isOver, times)),
  )
  return { perSecond: (times.length * 1000) / (performance.now() - started), times }
}

/** One connection that sends requests until it is over. Rejects for an unexpected response. */
function keepAsking(
  order: LoadOrder,
  isOver: (now: number) => boolean,
  times: Array<number>,
): Promise<void> {
  const { port, requests, seconds } = order
  return new Promise((resolve, reject) => {
    let wanted = 0
    let received = 0
    let askedAt = 0
    const buffer = Buffer.alloc(64 * 1024)
    const socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer, callback },
    })
    socket.on('connect', ask)
    socket.on('error', reject)
    socket.on('close', () =>
      isOver(performance.now()) ? resolve() : reject(new Error('a connection was closed')),
    )

    function callback(size: number) {
      if (received === 0) wanted = answerLength(buffer.subarray(0, size))
      received += size
      if (received < wanted) return true
      if (received > wanted) throw new Error(`an answer of ${received} bytes instead of ${wanted}`)
      const now = performance.now()
      times.push(now - askedAt)
      if (isOver(now)) socket.destroy()
      else ask()
      return true
    }

    function ask() {
      received = 0
      askedAt = performance.now()
      const at = seconds ? Math.floor(Math.random() * requests.length) : times.length
      socket.write(requests[at]!, 'latin1')
    }
  })
}

/**
 * The length of a response with its head, from its first bytes. Throws for an unexpected response.
 */
function answerLength(bytes: Buffer): number {
  const answered = Number(bytes.toString('latin1', 9, 12))
  if (answered !== 200) throw new Error(`status ${answered}`)
  const head = bytes.indexOf(headEnd)
  if (head < 0) throw new Error('the head of an answer came in parts')
  const length = bytes.indexOf(lengthName) + lengthName.length
  return head + headEnd.length + Number.parseInt(bytes.toString('latin1', length, head), 10)
}
