import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { siteEnvironment } from './running-site.ts'
import { recordedStalls } from './stalls.ts'
import { temporaryRepository } from './temp-repository.ts'

/** Computes for 400 ms, and starts itself as a child process once, which does the same. */
const program = `
import { fork } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000 }
await setTimeout(50)
for (const begun = used(); used() < begun + 400; );
await setTimeout(50)
if (!process.send) fork(import.meta.filename)
`

test('a stall of the server is recorded, and none of its child processes', async () => {
  await using folder = await temporaryRepository()
  await using stalls = await recordedStalls()
  await folder.write('program.mjs', program)
  const child = spawn(process.execPath, [folder.path('program.mjs')], {
    env: siteEnvironment(stalls.env),
    stdio: 'inherit',
  })
  expect((await once(child, 'close'))[0]).toBe(0)
  expect(await stalls.since(0)).toHaveLength(1)
})
