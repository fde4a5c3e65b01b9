import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { type TemporaryRepository, temporaryRepository } from '../../../tests/temp-repository.ts'
import { RepositoryError } from '../../platform/errors.ts'
import { looseObjectPath } from '../write/object-writer.ts'
import { createObjectReader } from './objects.ts'

const placeOf = ({ root }: TemporaryRepository) => ({ gitDir: join(root, '.git'), workTree: root })

test('objects are read loose, packed by a gc while the reader is open, and after a second gc', async () => {
  await using repository = await temporaryRepository()
  const objects = createObjectReader(placeOf(repository))
  const ids: Array<string> = []
  const lines = Array.from({ length: 200 }, (_, line) => `line ${line}\n`)
  for (let version = 0; version < 8; version++) {
    lines[version * 13] = `changed in ${version}\n`
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
  await repository.write('b.md', 'b\n')
  await repository.commit()
  await repository.git('repack', '-q', '-a', '-d', '-f')
  const blob = (await repository.git('rev-parse', 'HEAD:b.md')).trim()
  expect(objects.read(blob, 'blob').toString()).toBe('b\n')
  expect(readAll()).toEqual(expected)
  objects.close()
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
    const objects = createObjectReader(placeOf(repository))
    expect(objects.size(id)).toBe(bytes.length)
    expect(hash(objects.read(id, 'blob'))).toBe(hash(bytes))
    expect(hash(await objects.readAside(id))).toBe(hash(bytes))
    expect(await objects.readAside(empty)).toHaveLength(0)
    await expect(objects.readAside('0'.repeat(40))).rejects.toThrow(RepositoryError)
    expect(objects.size(empty)).toBe(0)
    objects.close()
  }
})

test('the errors of a missing, a damaged and a mistyped object name the object', async () => {
  await using repository = await temporaryRepository()
  await repository.write('a.md', 'some text that is long enough\n'.repeat(50))
  await repository.commit()
  const gitDir = repository.path('.git')
  const objects = createObjectReader(placeOf(repository))
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

  const path = looseObjectPath(gitDir, id)
  const whole = await readFile(path)
  await chmod(path, 0o644)
  await writeFile(path, whole.subarray(0, whole.length - 8))
  expect(() => objects.read(id, 'blob')).toThrow(new RegExp(`^Object ${id} cannot be read: .+\\.$`))
  // An empty file is no object to git.
  await writeFile(path, '')
  expect(() => objects.size(id)).toThrow(`The repository has no object ${id}.`)
  objects.close()
})

/** The processes that this one has started to read objects. */
function readers(): Array<number> {
  const mine = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
  return mine.split('\n').flatMap((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number)
    return parent === process.pid && / cat-file --batch/.test(line) ? [pid!] : []
  })
}

test('a git that is killed or frozen is replaced, and none is left when the reader is closed', async () => {
  await using repository = await temporaryRepository()
  await repository.write('a.md', 'text\n')
  await repository.write('large.wav', randomBytes(4_000_000))
  await repository.commit()
  const idOf = async (name: string) => (await repository.git('rev-parse', `HEAD:${name}`)).trim()
  const [id, large] = [await idOf('a.md'), await idOf('large.wav')]
  const objects = createObjectReader(placeOf(repository))
  for (const signal of ['SIGKILL', 'SIGSTOP', 'SIGTERM'] as const) {
    expect(objects.read(id, 'blob').toString()).toBe('text\n')
    const [reader] = readers()
    const aside = Array.from({ length: 80 }, () => objects.readAside(large))
    process.kill(reader!, signal)
    expect(objects.read(id, 'blob').toString()).toBe('text\n')
    expect((await Promise.all(aside)).every(({ length }) => length === 4_000_000)).toBe(true)
  }
  objects.close()
  await vi.waitFor(() => expect(readers()).toEqual([]), { timeout: 20_000 })
})
