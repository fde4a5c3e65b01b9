// The baseline for the site: `node:http` that sends stored responses, in turn or by address. Plain
// JavaScript, so that its start is that of Node alone.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const { PORT, ANSWERS, MANNER } = process.env
/** @type {Array<{ address: string, headers: Array<string>, body: string }>} */
const stored = JSON.parse(readFileSync(String(ANSWERS), 'utf8'))
const answers = stored.map(({ address, headers, body }) => ({
  address,
  headers,
  body: Buffer.from(body, 'base64'),
}))
const addresses = new Map(answers.map((answer) => [answer.address, answer]))

let turn = 0
const inTurn = () => answers[turn++ % answers.length]
/** @param {import('node:http').IncomingMessage} req */
const byAddress = (req) => addresses.get(req.url ?? '')
const choose = MANNER === 'by-address' ? byAddress : inTurn

const server = createServer((req, res) => {
  const answer = choose(req)
  if (!answer) return res.writeHead(404).end()
  res.writeHead(200, answer.headers)
  res.end(answer.body)
})
server.keepAliveTimeout = 65_000
server.listen(Number(PORT), '127.0.0.1')
