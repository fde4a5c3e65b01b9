import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type TemporaryRepository, temporaryRepository } from '../../../tests/temp-repository.ts'
import { RepositoryError } from '../../platform/errors.ts'
import { looseObjectPath } from '../write/object-maker.ts'
import { createObjectReader } from './objects.ts'

const placeOf = ({ root }: TemporaryRepository) => ({ gitDir: join(root, '.git'), workTree: root })
/** The id of an object by a name that git understands. */
const idOf = async ({ git }: TemporaryRepository, name: string) =>
  (await git('rev-parse', name)).trim()

test('objects are read loose, packed by a gc while the reader is open, and after a second gc', async () => {
  await using repository = await temporaryRepository()
  const objects = createObjectReader(placeOf(repository))
  const ids: Array<string> = []
  const lines = Array.from({ length: 200 }, (_, line) => `line ${line}\n`)
  for (let version = 0; version < 8; version++) {
    lines[version * 13] = `changed in ${version}\n`
    await repository.write('a.md', lines.join(''))
    await repository.commit()
    ids.push(await idOf(repository, 'HEAD:a.md'))
  }
  const expected = await Promise.all(ids.map((id) => repository.git('cat-file', 'blob', id)))
  const read = async (id: string) => (await objects.read(id, 'blob')).toString()
  const readAll = () => Promise.all(ids.map(read))
  const sizes = expected.map((text) => text.length)

  expect(await readAll()).toEqual(expected)
  await repository.git('gc', '-q', '--prune=now')
  expect(await readAll()).toEqual(expected)
  expect(await Promise.all(ids.map(objects.size))).toEqual(sizes)
  await repository.write('b.md', 'b\n')
  await repository.commit()
  await repository.git('repack', '-q', '-a', '-d', '-f')
  const blob = await idOf(repository, 'HEAD:b.md')
  expect(await read(blob)).toBe('b\n')
  expect(await readAll()).toEqual(expected)
  objects.close()
})

test('a blob of three megabytes is read, and its size is known, loose and packed', async () => {
  await using repository = await temporaryRepository()
  const bytes = Buffer.concat([randomBytes(2_000_000), Buffer.alloc(1_000_000, 'abc ')])
  await repository.write('loop.wav', bytes)
  await repository.write('empty.md', '')
  await repository.commit()
  const id = await idOf(repository, 'HEAD:loop.wav')
  const empty = await idOf(repository, 'HEAD:empty.md')
  const hash = (data: Buffer) => createHash('sha1').update(data).digest('hex')
  for (const packed of [false, true]) {
    if (packed) await repository.git('gc', '-q', '--prune=now')
    const objects = createObjectReader(placeOf(repository))
    expect(await objects.size(id)).toBe(bytes.length)
    expect(hash(await objects.read(id, 'blob'))).toBe(hash(bytes))
    expect(await objects.read(empty, 'blob')).toHaveLength(0)
    expect(await objects.size(empty)).toBe(0)
    objects.close()
  }
})

test('the errors of a missing, a damaged and a mistyped object name the object', async () => {
  await using repository = await temporaryRepository()
  await repository.write('a.md', 'some text that is long enough\n'.repeat(50))
  await repository.commit()
  const gitDir = repository.path('.git')
  const objects = createObjectReader(placeOf(repository))
  const id = await idOf(repository, 'HEAD:a.md')
  const commit = await idOf(repository, 'HEAD')
  const missing = '1234567890123456789012345678901234567890'
  await expect(objects.read(missing, 'blob')).rejects.toThrow(
    new RepositoryError(`The repository has no object ${missing}.`),
  )
  await expect(objects.read('HEAD', 'blob')).rejects.toThrow(
    new RepositoryError('"HEAD" is not an object id.'),
  )
  await expect(objects.read(commit, 'blob')).rejects.toThrow(
    new RepositoryError(`Object ${commit} is a commit, not a blob.`),
  )
  expect(await Promise.all([id, missing].map(objects.has))).toEqual([true, false])

  const path = looseObjectPath(gitDir, id)
  const whole = await readFile(path)
  await chmod(path, 0o644)
  await writeFile(path, whole.subarray(0, whole.length - 8))
  await expect(objects.read(id, 'blob')).rejects.toThrow(
    new RegExp(`^Object ${id} cannot be read: .+\\.$`),
  )
  // An empty file is no object to git.
  await writeFile(path, '')
  await expect(objects.size(id)).rejects.toThrow(`The repository has no object ${id}.`)
  objects.close()
})

/** The processes that this one, or the one that starts programs for it, has to read objects. */
function readers(): Array<number> {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const all = [...lines.matchAll(/^ *(\d+) +(\d+) (.*)/gm)]
  const mine = all.filter(([, , parent]) => Number(parent) === process.pid)
  return [...mine, ...all.filter(([, , parent]) => mine.some(([, pid]) => pid === parent))].flatMap(
    ([, pid, , args]) => (/^git cat-file --batch/.test(args!) ? [Number(pid)] : []),
  )
}

test('a git that is killed, frozen or ten minutes old is replaced, and none is left when the reader is closed', async () => {
  await using repository = await temporaryRepository()
  await repository.write('a.md', 'text\n')
  await repository.write('large.wav', randomBytes(4_000_000))
  await repository.commit()
  const [id, large] = [
    await idOf(repository, 'HEAD:a.md'),
    await idOf(repository, 'HEAD:large.wav'),
  ]
  const objects = createObjectReader(placeOf(repository))
  const text = async () => (await objects.read(id, 'blob')).toString()
  for (const signal of ['SIGKILL', 'SIGSTOP', 'SIGTERM'] as const) {
    expect(await text()).toBe('text\n')
    const [reader] = readers()
    // More than git is asked at once, and more bytes than a pipe holds.
    const asked = Array.from({ length: 80 }, (_, at) => (at % 10 === 0 ? large : id))
    const many = Promise.all(asked.map((one) => objects.read(one, 'blob')))
    process.kill(reader!, signal)
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    expect(await text()).toBe('text\n')
    clearInterval(timer)
    // Only those who ask wait for a git that hangs.
    if (signal === 'SIGSTOP') expect(turns).toBeGreaterThan(100)
    expect((await many).map(({ length }) => length)).toEqual(
      asked.map((one) => (one === large ? 4_000_000 : 5)),
    )
  }
  const [old] = readers()
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['performance'] }).advanceTimersByTime(3_600_000)
  expect(await text()).toBe('text\n')
  await vi.waitFor(() => expect(readers()).not.toContain(old), { timeout: 20_000 })
  objects.close()
  await expect(text()).rejects.toThrow(`Object ${id} cannot be read: the repository was closed.`)
  await vi.waitFor(() => expect(readers()).toEqual([]), { timeout: 20_000 })
})

test('a replaced object is read as git shows it', async () => {
  await using repository = await temporaryRepository()
  await repository.write('a.md', 'text\n')
  await repository.write('b.md', 'another text\n')
  await repository.commit()
  const id = await idOf(repository, 'HEAD:a.md')
  await repository.git('replace', id, 'HEAD:b.md')
  const objects = createObjectReader(placeOf(repository))
  expect((await objects.read(id, 'blob')).toString()).toBe('another text\n')
  expect(await objects.size(id)).toBe(13)
  objects.close()
})
