import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { eventually } from '../../tests/running-site.ts'
import { temporaryRepository } from '../../tests/temp-repository.ts'
import { editor, laneOn } from '../../tests/write-lane-fixture.ts'
import { processLeases } from '../platform/leases.ts'
import { createHousekeeping, type HousekeepingParts } from './housekeeping.ts'
import { openRepository } from './read/open-repository.ts'

const looseIn = (objects: string) =>
  readdirSync(objects, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^[0-9a-f]{2}\/[0-9a-f]{38}$/.test(name),
  ).length

/** A repository with some files of its own, each a loose object, and some saves. */
async function scene(saves: number, files = 0) {
  const temporary = await temporaryRepository(['--template='])
  await temporary.write('edited.md', 'first\n')
  await Promise.all(
    Array.from({ length: files }, (_, at) => temporary.write(`files/${at}.md`, `File ${at}\n`)),
  )
  await temporary.commit()
  const fixture = await laneOn(temporary)
  let expected = await fixture.blob('edited.md')
  for (let number = 1; number <= saves; number += 1) {
    const changes = [{ path: 'edited.md', bytes: Buffer.from(`Save ${number}\n`), expected }]
    const { blobs } = await fixture.lane.commit({
      changes,
      message: `Save ${number}`,
      author: editor,
    })
    expected = blobs.get('edited.md') ?? null
  }
  const repository = await openRepository({ contentDir: temporary.root })
  const warnings: Array<string> = []
  const keeping: Array<ReturnType<typeof createHousekeeping>> = []
  const housekeepingWith = (parts: Partial<HousekeepingParts>) => {
    const housekeeping = createHousekeeping(repository, {
      lane: fixture.lane,
      leases: processLeases(),
      log: { warn: (_details: unknown, message?: string) => void warnings.push(`${message}`) },
      home: null,
      ...parts,
    })
    keeping.push(housekeeping)
    return housekeeping
  }
  return {
    temporary,
    fixture,
    housekeepingWith,
    housekeeping: housekeepingWith({}),
    warnings,
    loose: () => looseIn(temporary.path('.git/objects')),
    async [Symbol.asyncDispose]() {
      for (const housekeeping of keeping) housekeeping.close()
      repository.close()
      await fixture[Symbol.asyncDispose]()
      await temporary[Symbol.asyncDispose]()
    },
  }
}

test('many saves are packed, and saves meanwhile are made', async () => {
  await using site = await scene(20, 600)
  // The least number that git's estimate, made from one of its 256 folders, can be compared with.
  await site.temporary.git('config', 'gc.auto', '1')
  const before = site.loose()
  const packed = site.housekeeping.run()
  const saved = ['a', 'b', 'c'].map((name) => site.fixture.save(`${name}.md`, `${name}\n`))
  expect(await packed).toBe(true)
  expect((await Promise.all(saved)).every(({ commit }) => commit !== null)).toBe(true)
  // Of the saves that waited, three objects each are left.
  expect([before, site.loose(), site.warnings]).toEqual([664, 9, []])
  expect((await site.temporary.git('log', '--oneline')).trim().split('\n')).toHaveLength(24)
  expect(await site.temporary.git('show', 'HEAD:edited.md')).toBe('Save 20\n')
  await site.temporary.git('fsck', '--strict')
})

test('a few saves are left as they are, and so is a repository whose owner wants no maintenance', async () => {
  await using site = await scene(3)
  const before = site.loose()
  expect(await site.housekeeping.run()).toBe(true)
  await site.temporary.git('config', 'gc.auto', '1')
  await site.temporary.git('config', 'maintenance.auto', 'false')
  expect(await site.housekeeping.run()).toBe(true)
  expect([site.loose(), site.warnings]).toEqual([before, []])
})

test('a run that fails is in the log, and saves go on', async () => {
  await using site = await scene(1)
  await site.temporary.git('config', 'gc.auto', 'nonsense')
  expect(await site.housekeeping.run()).toBe(false)
  expect(site.warnings).toEqual([expect.stringContaining('could not be packed')])
  expect((await site.fixture.save('edited.md', 'again\n')).commit).toBeTruthy()
})

/** An environment in which `git` is a script, whose `$GIT` is the real one. */
async function withProgram(
  { temporary }: Awaited<ReturnType<typeof scene>>,
  name: string,
  script: string,
) {
  const file = `programs/${name}/git`
  await temporary.write(file, `#!/bin/sh\nGIT="$(PATH="$OTHERS" command -v git)"\n${script}\n`)
  await chmod(temporary.path(file), 0o755)
  const { PATH = '' } = process.env
  return { ...process.env, PATH: `${temporary.path(`programs/${name}`)}:${PATH}`, OTHERS: PATH }
}

test('it runs when the process is idle, again after its pause, and no more when it was closed', async () => {
  await using site = await scene(1)
  const started = async (name: string) => {
    const log = site.temporary.path(`${name}.log`)
    const count = () => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').length - 1 : 0)
    const variables = await withProgram(site, name, `echo run >> '${log}'`)
    const housekeeping = site.housekeepingWith({ variables, pauses: { done: 1, failed: 1 } })
    housekeeping.start()
    return { ...housekeeping, count }
  }
  const first = await started('first')
  await eventually(async () => first.count() >= 2)
  first.close()
  // It waits for a run that has begun.
  await site.fixture.save('edited.md', 'again\n')
  const before = first.count()
  // One that began later has run twice meanwhile.
  const second = await started('second')
  await eventually(async () => second.count() >= 2)
  expect([first.count(), site.warnings]).toEqual([before, []])
})

test('a run is stopped when it is closed, and saves go on', async () => {
  await using site = await scene(1)
  const begun = site.temporary.path('begun')
  const variables = await withProgram(site, 'endless', `echo > '${begun}'; exec sleep 600`)
  const housekeeping = site.housekeepingWith({ variables })
  const running = housekeeping.run()
  await eventually(async () => existsSync(begun))
  const saved = site.fixture.save('edited.md', 'again\n')
  housekeeping.close()
  expect([await running, site.warnings]).toEqual([true, []])
  expect((await saved).commit).toBeTruthy()
})
