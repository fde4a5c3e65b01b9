// The baseline for the site: `node:http` that sends stored responses. Arguments: port, file of responses, `in-turn`
// or `by-address`. Plain JavaScript, so that its start is that of Node alone.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [port, file, manner] = process.argv.slice(2)
/** @type {Array<{ address: string, headers: Array<string>, body: string }>} */
const stored = JSON.parse(readFileSync(String(file), 'utf8'))
const answers = stored.map(({ address, headers, body }) => ({ address, headers, body: Buffer.from(body, 'base64') }))

let turn = 0
const inTurn = createServer((_req, res) => {
  const answer = answers[turn]
  turn = turn + 1 === answers.length ? 0 : turn + 1
  if (!answer) return res.writeHead(404).end()
  res.writeHead(200, answer.headers)
  res.end(answer.body)
})

const addresses = new Map(answers.map((answer) => [answer.address, answer]))
const byAddress = createServer((req, res) => {
  const answer = addresses.get(req.url ?? '')
  if (!answer) return res.writeHead(404).end()
  res.writeHead(200, answer.headers)
  res.end(answer.body)
})

const server = manner === 'by-address' ? byAddress : inTurn
server.keepAliveTimeout = 65_000
server.listen(Number(port), '127.0.0.1')
