import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { temporaryRepository } from '../../tests/temp-repository.ts'
import { editor, laneOn } from '../../tests/write-lane-fixture.ts'
import { processLeases } from '../platform/leases.ts'
import { createHousekeeping } from './housekeeping.ts'
import { openRepository } from './read/open-repository.ts'

const looseIn = (objects: string) =>
  readdirSync(objects, { recursive: true, encoding: 'utf8' }).filter((name) => /^[0-9a-f]{2}\/[0-9a-f]{38}$/.test(name))
    .length

/** A repository with some files of its own, each a loose object, and some saves. */
async function scene(saves: number, files = 0) {
  const temporary = await temporaryRepository(['--template='])
  await temporary.write('edited.md', 'first\n')
  await Promise.all(Array.from({ length: files }, (_, at) => temporary.write(`files/${at}.md`, `File ${at}\n`)))
  await temporary.commit()
  const fixture = await laneOn(temporary)
  let expected = await fixture.blob('edited.md')
  for (let number = 1; number <= saves; number += 1) {
    const changes = [{ path: 'edited.md', bytes: Buffer.from(`Save ${number}\n`), expected }]
    const { blobs } = await fixture.lane.commit({ changes, message: `Save ${number}`, author: editor })
    expected = blobs.get('edited.md') ?? null
  }
  const repository = await openRepository({ contentDir: temporary.root })
  const warnings: Array<string> = []
  const housekeeping = createHousekeeping(repository, {
    lane: fixture.lane,
    leases: processLeases(),
    log: { warn: (_details: unknown, message?: string) => void warnings.push(`${message}`) },
    home: null,
  })
  return {
    temporary,
    fixture,
    housekeeping,
    warnings,
    loose: () => looseIn(temporary.path('.git/objects')),
    async [Symbol.asyncDispose]() {
      housekeeping.close()
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
  expect((await site.fixture.save('edited.md', 'again\n')).commit).not.toBeNull()
})
