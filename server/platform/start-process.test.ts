import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { processesNow } from '../../tests/processes-now.ts'
import { runToEnd, startProcess } from './start-process.ts'

const place = { cwd: '/', env: { PATH: process.env.PATH ?? '' } }

// With so much memory, a small process starts all programs.
const large = Buffer.alloc(200_000_000, 1)
afterAll(() => expect(large.length).toBe(200_000_000))

test('input, both outputs and the exit code arrive, however large and slowly read', async () => {
  const input = 'line of text\n'.repeat(400_000)
  const child = startProcess('sh', ['-c', 'cat; echo done >&2; exit 3'], place)
  const closed = once(child, 'close')
  child.stdin?.end(input)
  let output = ''
  for await (const chunk of child.stdout!) {
    output += chunk
    await new Promise(setImmediate)
  }
  expect(output === input).toBe(true)
  expect(await text(child.stderr!)).toBe('done\n')
  expect(await closed).toEqual([3, null])
})

test('a program that does not exist is an error with its code', async () => {
  await expect(runToEnd('no-such-program', [], place)).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await runToEnd('sh', ['-c', 'exit 0'], place)).toMatchObject({ code: 0 })
})

test('a program that is killed as soon as it starts ends, and what it has started', async () => {
  const child = startProcess('sh', ['-c', 'sleep 4321 & sleep 4321'], place)
  const output = text(child.stdout!)
  child.stderr?.resume()
  child.kill('SIGKILL')
  expect(await once(child, 'close')).toEqual([null, 'SIGKILL'])
  expect(await output).toBe('')
  expect((await processesNow()).filter((args) => args.includes('sleep 4321'))).toEqual([])
})

test('when the small process is killed, its programs have ended, and another one starts the next', async () => {
  const child = startProcess('sh', ['-c', 'echo $PPID; exec cat'], place)
  child.stderr?.resume()
  const [parent] = await once(child.stdout!, 'data')
  expect(Number(parent)).not.toBe(process.pid)
  process.kill(Number(parent), 'SIGKILL')
  expect(await once(child.stdout!.resume(), 'end').then(() => once(child, 'close'))).toEqual([
    null,
    'SIGKILL',
  ])
  const next = await runToEnd('sh', ['-c', 'echo $PPID'], place)
  expect(`${next.stdout}`).not.toBe(String(parent))
})

test('a process that is not large starts programs itself, and waits for those that it has to', async () => {
  const module = new URL('./start-process.ts', import.meta.url)
  const program = `import { startProcess } from '${module}'
    const { env } = process
    startProcess('cat', [], { env, isAwaited: false })
    for await (const parent of startProcess('sh', ['-c', 'echo $PPID'], { env }).stdout)
      process.stdout.write(String(Number(parent) === process.pid))`
  const args = ['--import', 'tsx', '--input-type=module', '-e', program]
  const here = { ...place, cwd: import.meta.dirname }
  const ran = await runToEnd(process.execPath, args, here)
  expect([ran.code, `${ran.stdout}${ran.stderr}`]).toEqual([0, 'true'])
})
