import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { type TemporaryRepository, temporaryRepository } from '../../../tests/temp-repository.ts'
import { RepositoryError } from '../../platform/errors.ts'
import { checkedOutBranch, headCommit } from './refs.ts'

function placeOf(repository: TemporaryRepository) {
  const gitDir = repository.path('.git')
  return { gitDir, commonDir: gitDir }
}

test('a branch is found loose, packed, and loose above an older packed one', async () => {
  await using repository = await temporaryRepository()
  const place = placeOf(repository)
  const first = await repository.commit()
  await repository.git('branch', 'feature/deep')
  await repository.git('tag', '-a', '-m', 'tag', 'v1')
  expect(headCommit(place, 'main')).toBe(first)
  await repository.git('pack-refs', '--all')
  expect(headCommit(place, 'main')).toBe(first)
  expect(headCommit(place, 'feature/deep')).toBe(first)
  const second = await repository.commit()
  expect(headCommit(place, 'main')).toBe(second)
  expect(headCommit(place, null)).toBe(second)
  expect(headCommit(place, 'feature')).toBeNull()
  expect(headCommit(place, 'absent')).toBeNull()
})

test('HEAD is followed when it is detached, and to a branch that has no commit yet', async () => {
  await using repository = await temporaryRepository()
  const place = placeOf(repository)
  expect([
    checkedOutBranch(place.gitDir),
    headCommit(place, 'main'),
    headCommit(place, null),
  ]).toEqual(['main', null, null])
  const first = await repository.commit()
  await repository.commit()
  await repository.git('checkout', '-q', first)
  expect(checkedOutBranch(place.gitDir)).toBeNull()
  expect(headCommit(place, null)).toBe(first)
})

test('a symbolic branch is followed, and one that refers to itself is refused', async () => {
  await using repository = await temporaryRepository()
  const place = placeOf(repository)
  const first = await repository.commit()
  await repository.git('symbolic-ref', 'refs/heads/live', 'refs/heads/main')
  expect(headCommit(place, 'live')).toBe(first)
  await repository.git('symbolic-ref', 'refs/heads/live', 'refs/heads/live')
  expect(() => headCommit(place, 'live')).toThrow(
    new RepositoryError('The branch live points in a circle.'),
  )
})

test('a ref that another program truncates and rewrites is read completely', async () => {
  await using repository = await temporaryRepository()
  const place = placeOf(repository)
  const commit = await repository.commit()
  const path = repository.path('.git/refs/heads/main')
  const rewrite = `
    const { writeFileSync } = require('node:fs')
    const { workerData: { path, text }, parentPort } = require('node:worker_threads')
    const empty = () => { writeFileSync(path, ''); setTimeout(fill, 1) }
    const fill = () => { writeFileSync(path, text); setTimeout(empty, 1) }
    empty()
    parentPort.postMessage('ready')
  `
  const worker = new Worker(rewrite, { eval: true, workerData: { path, text: `${commit}\n` } })
  await new Promise((resolve) => worker.once('message', resolve))
  const seen = new Set(Array.from({ length: 300 }, () => headCommit(place, 'main')))
  await worker.terminate()
  expect([...seen]).toEqual([commit])
})

test('a ref that stays empty or contains something else is reported, and so is a missing HEAD', async () => {
  await using repository = await temporaryRepository()
  const place = placeOf(repository)
  await repository.commit()
  const path = repository.path('.git/refs/heads/main')
  for (const text of ['', 'nonsense\n', '0123\n']) {
    writeFileSync(path, text)
    expect(() => headCommit(place, 'main')).toThrow(
      new RepositoryError(`${path} contains no commit id.`),
    )
  }
  rmSync(path)
  appendFileSync(repository.path('.git/packed-refs'), 'broken refs/heads/main\n')
  expect(() => headCommit(place, 'main')).toThrow(
    /packed-refs contains no commit id for refs\/heads\/main\.$/,
  )
  mkdirSync(path)
  expect(() => headCommit(place, 'main')).toThrow(RepositoryError)
  rmSync(repository.path('.git/HEAD'))
  expect(() => headCommit(place, null)).toThrow(/HEAD is missing\.$/)
})
