// Starts programs for the process that has started it (`start-process.ts`), and ends with it.
import { spawn } from 'node:child_process'

const children = new Map()

process.on('message', ({ id, start, input, isPaused }) => {
  const child = children.get(id)
  if (start) begin(id, start)
  else if (isPaused === true) child?.stdout?.pause()
  else if (isPaused === false) child?.stdout?.resume()
  else if (input === null) child?.stdin?.end()
  else child?.stdin?.write(input)
})

function begin(id, { program, args, options }) {
  const tell = (news) => process.send({ id, ...news }, () => {})
  const fail = ({ message, code }) => tell({ error: { message, code } })
  try {
    const child = spawn(program, args, options)
    children.set(id, child)
    tell({ pid: child.pid })
    child.on('error', fail)
    child.on('exit', () => setTimeout(() => child.stderr?.destroy(), 500))
    child.on('close', (...end) => {
      children.delete(id)
      tell({ close: end })
    })
    child.stdin?.on('error', () => {})
    for (const name of ['stdout', 'stderr']) child[name]?.on('data', (data) => tell({ name, data }))
  } catch (error) {
    fail(error)
  }
}

process.on('disconnect', () => process.exit())
// The other process decides when it ends; until then it may need what runs here.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
