import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  git,
  repositoryAt,
  temporaryFolder,
  temporaryRepository,
} from '../../../tests/temp-repository.ts'
import { RepositoryError } from '../../platform/errors.ts'
import { looseObjectPath } from './loose-objects.ts'
import { createObjectReader } from './objects.ts'

const packFiles = (gitDir: string) =>
  readdirSync(join(gitDir, 'objects/pack')).filter((name) => name.endsWith('.pack'))

test('objects are read loose, packed by a gc while the reader is open, and after a second gc', async () => {
  await using repository = await temporaryRepository()
  const gitDir = repository.path('.git')
  const objects = createObjectReader(gitDir)
  const ids: Array<string> = []
  const lines = Array.from({ length: 200 }, (_, line) => `line ${line}\n`)
  for (let version = 0; version < 8; version++) {
    lines[version * 13] =
      `changed in ${version}: ${createHash('sha1').update(String(version)).digest('hex')}\n`
    await repository.write('a.md', lines.join(''))
    await repository.commit()
    ids.push((await repository.git('rev-parse', 'HEAD:a.md')).trim())
  }
  const expected = await Promise.all(ids.map((id) => repository.git('cat-file', 'blob', id)))
  const readAll = () => ids.map((id) => objects.read(id, 'blob').toString())
  const sizes = expected.map((text) => text.length)

  expect(readAll()).toEqual(expected)
  await repository.git('gc', '-q', '--prune=now')
  expect(readAll()).toEqual(expected)
  expect(ids.map((id) => objects.size(id))).toEqual(sizes)
  const verified = await repository.git(
    'verify-pack',
    '-v',
    join('.git/objects/pack', packFiles(gitDir)[0]!),
  )
  expect(verified).toMatch(/chain length = [3-9]/)

  await repository.write('b.md', 'b\n')
  await repository.commit()
  await repository.git('-c', 'repack.useDeltaBaseOffset=false', 'repack', '-q', '-a', '-d', '-f')
  const fresh = createObjectReader(gitDir)
  const blob = (await repository.git('rev-parse', 'HEAD:b.md')).trim()
  expect(objects.read(blob, 'blob').toString()).toBe('b\n')
  expect(readAll()).toEqual(expected)
  expect(ids.map((id) => fresh.read(id, 'blob').toString())).toEqual(expected)
  expect(ids.map((id) => fresh.size(id))).toEqual(sizes)
  objects.close()
  fresh.close()
})

test('a blob of three megabytes is read, and its size is known, loose and packed', async () => {
  await using repository = await temporaryRepository()
  const bytes = Buffer.concat([randomBytes(2_000_000), Buffer.alloc(1_000_000, 'abc ')])
  await repository.write('loop.wav', bytes)
  await repository.write('empty.md', '')
  await repository.commit()
  const [id, empty] = (await repository.git('rev-parse', 'HEAD:loop.wav', 'HEAD:empty.md'))
    .trim()
    .split('\n') as [string, string]
  const hash = (data: Buffer) => createHash('sha1').update(data).digest('hex')
  for (const packed of [false, true]) {
    if (packed) await repository.git('gc', '-q', '--prune=now')
    const objects = createObjectReader(repository.path('.git'))
    expect(objects.size(id)).toBe(bytes.length)
    expect(hash(objects.read(id, 'blob'))).toBe(hash(bytes))
    expect(hash(await objects.readAside(id))).toBe(hash(bytes))
    expect(await objects.readAside(empty)).toHaveLength(0)
    await expect(objects.readAside('0'.repeat(40))).rejects.toThrow(RepositoryError)
    expect([objects.size(empty), objects.read(empty, 'blob').length]).toEqual([0, 0])
    objects.close()
  }
})

test('objects borrowed from another repository are read, also through two steps', async () => {
  await using folder = await temporaryFolder()
  await using origin = await temporaryRepository()
  await origin.write('a.md', 'borrowed\n')
  await origin.commit()
  await git(folder.path, ['clone', '-q', '--shared', origin.root, 'first'])
  await git(folder.path, ['clone', '-q', '--shared', 'first', 'second'])
  const second = repositoryAt(join(folder.path, 'second'))
  const objects = createObjectReader(second.path('.git'))
  const id = (await second.git('rev-parse', 'HEAD:a.md')).trim()
  expect(objects.read(id, 'blob').toString()).toBe('borrowed\n')
  await origin.git('gc', '-q', '--prune=now')
  expect(objects.read(id, 'blob').toString()).toBe('borrowed\n')
  objects.close()
})

test('the errors of a missing, a damaged and a mistyped object name the object', async () => {
  await using repository = await temporaryRepository()
  await repository.write('a.md', 'some text that is long enough\n'.repeat(50))
  await repository.commit()
  const gitDir = repository.path('.git')
  const objects = createObjectReader(gitDir)
  const id = (await repository.git('rev-parse', 'HEAD:a.md')).trim()
  const commit = (await repository.git('rev-parse', 'HEAD')).trim()
  const missing = '1234567890123456789012345678901234567890'
  expect(() => objects.read(missing, 'blob')).toThrow(
    new RepositoryError(`The repository has no object ${missing}.`),
  )
  expect(() => objects.read('HEAD', 'blob')).toThrow(
    new RepositoryError('"HEAD" is not an object id.'),
  )
  expect(() => objects.read(commit, 'blob')).toThrow(
    new RepositoryError(`Object ${commit} is a commit, not a blob.`),
  )
  expect([objects.has(id), objects.has(missing)]).toEqual([true, false])

  const path = looseObjectPath(join(gitDir, 'objects'), id)
  const whole = await readFile(path)
  await chmod(path, 0o644)
  await writeFile(path, whole.subarray(0, whole.length - 8))
  expect(() => objects.read(id, 'blob')).toThrow(new RegExp(`^Object ${id} cannot be read: .+\\.$`))
  await writeFile(path, '')
  expect(() => objects.size(id)).toThrow(new RegExp(`^Object ${id} cannot be read: .+\\.$`))
  objects.close()
})

test('a damaged copy of an object is ignored when an intact one exists', async () => {
  await using repository = await temporaryRepository()
  await repository.write('a.md', 'sound\n')
  await repository.commit()
  const id = (await repository.git('rev-parse', 'HEAD:a.md')).trim()
  const gitDir = repository.path('.git')
  const loose = await readFile(looseObjectPath(join(gitDir, 'objects'), id))
  await repository.git('gc', '-q', '--prune=now')
  const pack = join(gitDir, 'objects/pack', packFiles(gitDir)[0]!)
  const bytes = await readFile(pack)
  await chmod(pack, 0o644)
  await writeFile(pack, bytes.fill(0xff, 20, bytes.length - 20))
  const objects = createObjectReader(gitDir)
  expect(() => objects.read(id, 'blob')).toThrow(RepositoryError)
  await repository.write(`.git/objects/${id.slice(0, 2)}/${id.slice(2)}`, loose)
  expect(objects.read(id, 'blob').toString()).toBe('sound\n')
  objects.close()
})

test('a missing or outdated pack index is distinguished from a missing object', async () => {
  await using repository = await temporaryRepository()
  await repository.write('a.md', 'text\n')
  await repository.commit()
  const id = (await repository.git('rev-parse', 'HEAD:a.md')).trim()
  await repository.git('-c', 'pack.indexVersion=1', 'repack', '-q', '-a', '-d')
  const objects = createObjectReader(repository.path('.git'))
  expect(() => objects.read(id, 'blob')).toThrow(
    /is not a pack index of version 2; "git gc" rewrites it\.$/,
  )
  const folder = repository.path('.git/objects/pack')
  for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.pack')))
    rmSync(join(folder, name))
  for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.idx')))
    rmSync(join(folder, name))
  expect(() => objects.read(id, 'blob')).toThrow(`The repository has no object ${id}.`)
  objects.close()
})
